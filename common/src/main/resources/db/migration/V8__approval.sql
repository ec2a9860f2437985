-- Approval: editions that are held, their texts, and what was decided about them.

alter table generator.edition
  add column held_at    timestamptz,
  -- When a held edition is published by itself; null while it waits for a person.
  add column publish_at timestamptz;

-- Texts ready to be published; insert-only. An edition's current ones are those whose version is its
-- fence: every claim and every edit makes the fence grow, so a version never means two texts.
create table generator.manuscript (
  edition_date  date        not null references generator.edition on delete cascade,
  version       bigint      not null,
  language      text        not null,
  title         text        not null,
  summary       text        not null,
  body_markdown text        not null,
  tags          text[]      not null default '{}',
  created_at    timestamptz not null default clock_timestamp(),
  primary key (edition_date, version, language)
);

-- Who decided what, when and why; insert-only.
create table generator.edition_decision (
  id           uuid        primary key,
  edition_date date        not null references generator.edition on delete cascade,
  decision     text        not null check (decision in ('approved', 'edited', 'rejected')),
  -- Of the texts that were decided about.
  version      bigint      not null,
  -- Of the text that was edited.
  language     text,
  -- That was rejected: it is not taken again for this date.
  topic        text,
  decided_by   text        not null,
  reason       text,
  decided_at   timestamptz not null default clock_timestamp()
);
create index edition_decision_of_edition on generator.edition_decision (edition_date);
