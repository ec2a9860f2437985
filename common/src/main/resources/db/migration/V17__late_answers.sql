-- Whether the answer came too late to change anything but this row; null while it is open, where nothing was called,
-- and where a publisher of an earlier version closed it.
alter table publisher.attempt add column late boolean;
