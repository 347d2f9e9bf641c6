-- What a customer accepted in writing: the version, the language it was read in, and the hash of that very text. Never changed and never
-- deleted. Times are epoch milliseconds of the real clock.
create table accepted_agreements (
  account_id bigint not null references accounts (account_id),
  kind text not null check (kind in ('terms', 'privacy', 'risk')),
  version integer not null check (version > 0),
  language text not null,
  hash bytea not null check (length(hash) = 32),
  at bigint not null,
  primary key (account_id, kind, version)
);
do $$
begin
  revoke update, delete, truncate on accepted_agreements from rueda_app;
exception when undefined_object or insufficient_privilege then
  raise notice 'no role for the server: its grants stay as they are';
end
$$;
