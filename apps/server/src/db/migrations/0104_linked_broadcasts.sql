-- The page that a message to everybody is about, such as that of the fees; null for none.
alter table broadcasts add column link text;
