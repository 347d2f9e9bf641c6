-- What a registration was asked with, as fingerprints under a key that is not in the database: who repeats it comes in.
alter table accounts add column registration_key bytea, add column registration_body bytea;
create unique index accounts_by_registration on accounts (registration_key) where registration_key is not null;
