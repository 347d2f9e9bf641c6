-- Since when a mailed code is asked for where money's destinations are added or changed; null where none is.
alter table accounts add column card_codes_at bigint;
