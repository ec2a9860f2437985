-- Operators' commands: who ordered what, when and why, and what became of it. Never deleted: it is the audit.

alter table publisher.command
  -- Null for one that came by the publisher's own port, past the outbox.
  alter column seq drop not null,
  -- Null while it waits for the end of a claim.
  alter column result drop not null,
  alter column settled_at drop not null,
  alter column settled_at drop default,
  add column kind         text        not null,
  add column post_id      uuid,
  add column generation   int,
  add column operator     text        not null,
  add column order_reason text,
  add column ordered_at   timestamptz not null,
  -- The whole event, so that a command that waits needs no second reading of the topic.
  add column event        jsonb       not null,
  add column received_at  timestamptz not null default clock_timestamp(),
  add constraint command_settled check ((result is null) = (settled_at is null));
create index command_waiting on publisher.command (post_id, target) where result is null;
create index command_target on publisher.command (target, ordered_at);

alter table publisher.delivery
  -- The seq of the last command applied to it; one below reverses nothing.
  add column command_seq bigint not null default 0,
  -- From when max-age counts, where a person said that it should still go out; else null: from created_at.
  add column age_since   timestamptz;

-- An operator's pause stands beside the pause of a configuration or a captcha: neither ends the other.
alter table publisher.target_state
  add column operator_pause_until  timestamptz,
  add column operator_pause_reason text,
  add column operator_pause_by     text,
  -- When it was last paused or resumed by the publisher's own port: an order given before reverses nothing.
  add column direct_at             timestamptz;

-- Grows with every order to a target: an order that was decided on an older picture is not given.
create table generator.target_orders (
  target text   primary key,
  orders bigint not null
);
create index outbox_command on generator.outbox (target, seq) where type = 'command';
