-- Replays: who ordered which stretch of a channel's topic, how far it is read, and what stood there. Never deleted.

create table publisher.replay (
  -- The command's, and its seq: what a later command did to a delivery is not undone.
  id              uuid        primary key,
  seq             bigint      not null,
  channel         text        not null,
  -- Null: every target of the channel.
  target          text,
  from_time       timestamptz not null,
  to_time         timestamptz not null,
  dry_run         boolean     not null,
  include_old     boolean     not null,
  include_parked  boolean     not null,
  include_skipped boolean     not null,
  operator        text        not null,
  reason          text,
  ordered_at      timestamptz not null,
  state           text        not null default 'waiting'
    check (state in ('waiting', 'running', 'finished', 'cancelled')),
  -- [{"partition","from","position","end"}]: what is read next, and where the topic ended when the replay began.
  partitions      jsonb,
  records         bigint      not null default 0,
  present         bigint      not null default 0,
  missing         bigint      not null default 0,
  too_old         bigint      not null default 0,
  parked          bigint      not null default 0,
  skipped         bigint      not null default 0,
  -- Parked or skipped ones that may be on the channel: never made due.
  may_exist       bigint      not null default 0,
  unreadable      bigint      not null default 0,
  -- What was made due, or by a dry run would be.
  due             bigint      not null default 0,
  -- Why it waits; null while it goes on.
  last_error      text,
  owner           text,
  fence           bigint      not null default 0,
  lease_until     timestamptz,
  received_at     timestamptz not null default clock_timestamp(),
  started_at      timestamptz,
  ended_at        timestamptz,
  cancelled_by    text,
  cancel_reason   text,
  check (from_time < to_time),
  check ((state in ('finished', 'cancelled')) = (ended_at is not null))
);
create index replay_open on publisher.replay (seq) where state in ('waiting', 'running');

-- A topic that was deleted and made again counts its offsets anew: another event at the same place is another dead letter.
alter table publisher.dead_letter
  drop constraint dead_letter_pkey,
  add constraint dead_letter_record unique nulls not distinct (topic, "partition", "offset", outbox_id);
