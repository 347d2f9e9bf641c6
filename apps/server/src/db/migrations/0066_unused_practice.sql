-- Practice accounts that are still open, for the job that closes those nobody uses.
create index accounts_practice on accounts (created_at) where email is null and closed_at is null;
