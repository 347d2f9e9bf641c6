-- Which keys this database's sealed values were sealed with. The keys themselves are in a file of the data folder; the
-- proof shows at a start that the file is the right one.
create table vault_keys (
  key_name text primary key,
  proof bytea not null check (octet_length(proof) = 32)
);
