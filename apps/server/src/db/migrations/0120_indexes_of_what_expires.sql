-- Rows that nobody needs any more are deleted by the moment they end at, some thousand at a time. None of these moments changes while its row is in use.
create index sessions_by_expiry on sessions (expires_at);
create index email_codes_by_expiry on email_codes (expires_at);
create index mails_by_usefulness on mails (useful_until);
create index job_runs_by_time on job_runs (finished_at);
