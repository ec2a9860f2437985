-- A post may be several messages, a message may have plainer forms, a target may move and is verified.

alter table publisher.delivery
  -- The part that is sent next, or is uncertain; those before it stand in publisher.part.
  add column part int not null default 1 check (part >= 1),
  -- Which of the part's forms, from the best to the plainest.
  add column form int not null default 1 check (form >= 1);

-- Each form of each part, where there was one text before.
update publisher.delivery set rendered = jsonb_build_array(jsonb_build_array(rendered))
where rendered is not null;

alter table publisher.attempt add column part int not null default 1;

-- The ledger of a post in several parts: what stands here is never sent again.
create table publisher.part (
  post_id      uuid        not null,
  target       text        not null,
  generation   int         not null,
  part         int         not null check (part >= 1),
  external_id  text        not null,
  external_url text        not null,
  posted_at    timestamptz not null default clock_timestamp(),
  primary key (post_id, target, generation, part),
  foreign key (post_id, target, generation) references publisher.delivery
);
create index part_of_target on publisher.part (target, posted_at);
create index delivery_posted on publisher.delivery (target, posted_at) where posted_at is not null;

alter table publisher.target_state
  -- 'configuration' ends with a verification that passes, 'person' with what a person does.
  add column pause_cause text check (pause_cause in ('configuration', 'person')),
  -- The configured address that the API says has moved, and where to.
  add column moved_from text,
  add column moved_to   text;
update publisher.target_state set pause_cause = 'configuration' where paused_until = 'infinity';
