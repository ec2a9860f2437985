-- In the order in which deliveries are claimed, so that a claim stops at its limit however long the backlog is.
drop index publisher.delivery_due;
create index delivery_due on publisher.delivery (target, next_attempt_at, created_at)
  where state in ('pending', 'retry', 'unknown');
-- Posts whose first part is out come before all others; there are hardly ever any.
create index delivery_begun on publisher.delivery (target, next_attempt_at, created_at)
  where part > 1 and state in ('pending', 'retry', 'unknown');
