-- The press's tables. Rows of delivery and command are never deleted: a topic outlives any shorter memory.

create table publisher.delivery (
  post_id         uuid        not null,
  target          text        not null,
  generation      int         not null default 1 check (generation >= 1),
  -- The outbox row this delivery came from.
  event_id        uuid        not null unique,
  channel         text        not null,
  language        text        not null,
  state           text        not null default 'pending'
    check (state in ('pending', 'sending', 'retry', 'unknown', 'parked', 'posted', 'skipped')),
  payload         jsonb       not null,
  -- Frozen at the first call: retries, keys and probes see the same text.
  rendered        jsonb,
  attempt         int         not null default 0,
  -- Probes since the last call.
  probes          int         not null default 0,
  next_attempt_at timestamptz not null default clock_timestamp(),
  claim_token     uuid,
  lease_until     timestamptz,
  external_id     text,
  external_url    text,
  -- The event's time: the moment the post was published, not the moment it arrived here.
  created_at      timestamptz not null,
  received_at     timestamptz not null default clock_timestamp(),
  -- When the last call's answer could last have had an effect: a probe counts from here.
  last_call_deadline timestamptz,
  -- When the first call began whose effect may exist; null while none can. A parked row that has it may be on the channel.
  uncertain_since timestamptz,
  posted_at       timestamptz,
  last_outcome    text,
  last_error      text,
  primary key (post_id, target, generation),
  check ((state = 'posted') = (posted_at is not null)),
  check (state <> 'posted' or external_id is not null)
);
create index delivery_due on publisher.delivery (target, next_attempt_at)
  where state in ('pending', 'retry', 'unknown');
create index delivery_leased on publisher.delivery (target, lease_until) where lease_until is not null;
create index delivery_created_at on publisher.delivery (created_at);

create table publisher.attempt (
  claim_token uuid        primary key,
  post_id     uuid        not null,
  target      text        not null,
  generation  int         not null,
  kind        text        not null check (kind in ('call', 'probe')),
  number      int         not null,
  replica     text        not null,
  started_at  timestamptz not null default clock_timestamp(),
  ended_at    timestamptz,
  outcome     text,
  code        text,
  message     text,
  external_id  text,
  external_url text,
  duration_ms bigint,
  foreign key (post_id, target, generation) references publisher.delivery
);
create index attempt_of on publisher.attempt (post_id, target, generation);

create table publisher.target_state (
  target          text        primary key,
  channel         text        not null,
  language        text        not null,
  companion       text,
  max_in_flight   int         not null default 1 check (max_in_flight >= 1),
  -- 'infinity' while a person or a configuration fault holds it.
  paused_until    timestamptz,
  pause_reason    text,
  next_allowed_at timestamptz,
  last_seq        bigint      not null default 0,
  -- Grows with every claim: a claim that decided on an older picture of the target takes nothing.
  claims          bigint      not null default 0
);

create table publisher.command (
  id         uuid        primary key,
  seq        bigint      not null,
  target     text        not null,
  result     text        not null check (result in ('applied', 'refused', 'superseded')),
  reason     text,
  settled_at timestamptz not null default clock_timestamp()
);

-- An event that cannot become a delivery or a command; its bytes stand on broadsheet.dead-letter.
create table publisher.dead_letter (
  topic          text        not null,
  "partition"    int         not null,
  "offset"       bigint      not null,
  -- Null when not even the header could be read.
  outbox_id      uuid,
  reason         text        not null,
  created_at     timestamptz not null default clock_timestamp(),
  primary key (topic, "partition", "offset")
);
create index dead_letter_outbox_id on publisher.dead_letter (outbox_id);
