-- What a registration was asked with, as fingerprints under a key that is not in the database: who repeats it comes in.
alter table accounts add column registration_key_hash bytea, add column registration_body_hash bytea;
create unique index accounts_by_registration on accounts (registration_key_hash) where registration_key_hash is not null;
