-- In the order in which claims lock them: replicas of an earlier version may be at work.
lock table publisher.delivery, publisher.attempt in access exclusive mode;
-- Rows that change a moment after they were written find room on their own page, so that no index has to learn of it.
alter table publisher.delivery set (fillfactor = 50);
alter table publisher.attempt set (fillfactor = 50);
alter table generator.blog_posts set (fillfactor = 80);
-- Only the statement that claims a delivery writes an attempt, and no delivery is ever deleted: what this looked up for each
-- claim, and locked, could not be otherwise.
alter table publisher.attempt drop constraint attempt_post_id_target_generation_fkey;
