-- A tape is answered with its place in the log, which has more of them than of anything else.
create index trust_entries_of_tapes on trust_entries ((entry::jsonb ->> 'instrument'), (entry::jsonb ->> 'date')) where kind = 'tape';
