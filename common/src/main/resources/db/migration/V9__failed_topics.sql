-- What was written on them was refused; none of them is taken again for this edition. The last one may still be `topic`,
-- until the next attempt begins.
alter table generator.edition add column failed_topics text[] not null default '{}';
