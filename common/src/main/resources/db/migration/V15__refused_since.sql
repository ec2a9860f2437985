-- Since when Kafka has refused the row itself, without a break: only such a row may become a dead letter, after a day of it.
alter table generator.reconciliation add column refused_since timestamptz;
