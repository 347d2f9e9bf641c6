-- Pictures that customers gave us. The pixels lie sealed in the data folder under the file's id; here is whose they are.
-- Times are epoch milliseconds of the real clock.

create table files (
  account_id bigint not null references accounts (account_id),
  file_id uuid not null,
  bytes integer not null check (bytes > 0),
  width integer not null,
  height integer not null,
  -- The picture's outline, to tell the same one handed in by somebody else.
  print bit(256) not null,
  contrast integer not null,
  -- What nothing leans on is thrown away after a day.
  is_used boolean not null default false,
  uploaded_at bigint not null,
  primary key (account_id, file_id)
);
create index files_unused on files (uploaded_at) where not is_used;

-- Every time one was opened. Its owner reads here who of the house did and why.
create table file_openings (
  account_id bigint not null,
  file_id uuid not null,
  opening_id uuid not null,
  -- Null when it was the owner.
  staff_id text,
  reason text,
  opened_at bigint not null,
  primary key (account_id, file_id, opening_id),
  check ((staff_id is null) = (reason is null))
);
create index file_openings_newest on file_openings (account_id, opened_at desc, opening_id desc);

create trigger file_openings_append_only before update or delete on file_openings for each statement execute function refuse_change();
create trigger file_openings_no_truncate before truncate on file_openings for each statement execute function refuse_change();
do $$
begin
  revoke update, delete on file_openings from rueda_app;
exception when undefined_object or insufficient_privilege then
  raise notice 'no role for the server: its grants stay as they are';
end
$$;
