-- The newsroom's tables. `migrate` owns them; grants stand in the idempotent step that follows Flyway.

create extension if not exists pg_trgm with schema public;

create table generator.installation (
  singleton    boolean     primary key default true check (singleton),
  installed_at timestamptz not null default clock_timestamp()
);
insert into generator.installation default values;

create table generator.edition (
  edition_date date        primary key,
  content_type text        not null,
  state        text        not null default 'planned'
    check (state in ('planned', 'writing', 'translating', 'held', 'published', 'skipped', 'failed')),
  -- Grows by one with every claim; a finish that carries an older fence changes nothing.
  fence        bigint      not null default 0,
  lease_owner  text,
  lease_until  timestamptz,
  attempts     int         not null default 0,
  last_error   text,
  topic        text,
  created_at   timestamptz not null default clock_timestamp(),
  updated_at   timestamptz not null default clock_timestamp(),
  published_at timestamptz
);

-- One raw LLM answer a row: a crashed edition resumes without paying again.
create table generator.draft (
  edition_date      date        not null references generator.edition,
  step              text        not null,
  writer            text        not null,
  language          text        not null,
  -- What was asked: a draft is reused only for the same question.
  prompt_hash       text        not null,
  model             text        not null,
  body              text        not null,
  finish_reason     text,
  -- Why the gates refused it; null for a good answer. Only good ones are reused.
  fault             text,
  prompt_tokens     int,
  completion_tokens int,
  latency_ms        bigint      not null,
  created_at        timestamptz not null default clock_timestamp(),
  primary key (edition_date, step, writer, language, prompt_hash)
);

create table generator.blog_posts (
  id                  uuid        primary key,
  edition_date        date        not null references generator.edition,
  language            text        not null,
  content_type        text        not null,
  slug                text        not null,
  title               text        not null,
  summary             text        not null,
  body_markdown       text        not null,
  tags                text[]      not null default '{}',
  canonical_url       text        not null,
  published           boolean     not null default true,
  created_at          timestamptz not null default clock_timestamp(),
  telegraph_posted_at timestamptz,
  telegram_posted_at  timestamptz,
  vk_posted_at        timestamptz,
  unique (edition_date, language),
  unique (language, slug)
);

-- Insert-only, so that the relay sees a message as nothing but an insert.
create table generator.outbox (
  id           uuid        primary key default gen_random_uuid(),
  seq          bigint      generated always as identity unique,
  -- The topic's name after `broadsheet.`, for instance `post.telegram` or `command`.
  destination  text        not null,
  target       text        not null,
  aggregate_id uuid        not null,
  generation   int         not null default 1 check (generation >= 1),
  type         text        not null,
  payload      jsonb       not null,
  traceparent  text,
  created_at   timestamptz not null default clock_timestamp()
);
create unique index outbox_post_once on generator.outbox (aggregate_id, target, generation)
  where type = 'post';
create index outbox_created_at on generator.outbox (created_at);

-- Rows are inserted, never updated: the publication carries inserts only.
create table generator.relay_heartbeat (
  id      bigint      generated always as identity primary key,
  holder  text        not null,
  beat_at timestamptz not null default clock_timestamp()
);

-- When the reconciler looks at an outbox row again; a row here only while it has been sent and is not settled.
create table generator.reconciliation (
  outbox_id       uuid        primary key references generator.outbox on delete cascade,
  sends           int         not null default 1,
  next_attempt_at timestamptz not null
);

-- Leases are rows with an expiry: they end by themselves when their holder's connection or machine does.
create table generator.lease (
  name        text        primary key,
  owner       text        not null,
  fence       bigint      not null default 1,
  lease_until timestamptz not null
);
