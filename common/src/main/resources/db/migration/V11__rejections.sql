-- What a rejection made of its edition: the same order given twice is told from another one.
-- Null for decisions of other kinds, and for rejections from before this column.
alter table generator.edition_decision add column next_state text;
