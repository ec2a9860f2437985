-- What was asked of which model, what it said and what it cost. A row is committed before its call, so that a call
-- whose process died is still counted. Kept for good; only `answer` is forgotten after the retention.
create table generator.llm_call (
  id                uuid        primary key,
  -- No foreign key: the ledger outlives whatever it was spent on.
  edition_date      date        not null,
  step              text        not null,
  writer            text        not null,
  language          text        not null,
  model             text        not null,
  prompt_hash       text        not null,
  -- Which version of which brief the prompt was made from.
  prompt_version    text        not null,
  -- What was sent besides the prompt.
  parameters        jsonb       not null,
  started_at        timestamptz not null default clock_timestamp(),
  -- Null while the call is under way, and for good when its process died.
  ended_at          timestamptz,
  -- `good`, `gate` (a gate refused the answer), or what went wrong, for instance `quota`.
  outcome           text,
  reason            text,
  answer            text,
  finish_reason     text,
  prompt_tokens     int,
  completion_tokens int,
  latency_ms        bigint,
  spend_day         date        not null,
  currency          text        not null,
  -- The most that the call may cost; counts as long as `cost` is not known.
  reserved          numeric     not null check (reserved >= 0),
  cost              numeric     check (cost >= 0)
);
create index llm_call_edition on generator.llm_call (edition_date);
create index llm_call_day on generator.llm_call (spend_day);

-- The sum of a day's calls, costs where known and reserves where not: its row's lock keeps two replicas from passing the
-- cap together.
create table generator.spend (
  day       date    primary key,
  committed numeric not null
);

alter table generator.draft add column call_id uuid references generator.llm_call;
