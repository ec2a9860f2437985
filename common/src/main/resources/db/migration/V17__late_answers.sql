-- Whether the answer came after its claim had been taken over, and so changed nothing but this row; null while it is
-- open, and where nothing was called.
alter table publisher.attempt add column late boolean;
