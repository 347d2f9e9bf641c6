-- What public addresses look for among the entries of the log, most of which are inputs and tapes: each has one index with exactly its condition.
create index trust_entries_of_keys on trust_entries (log, entry_index) where kind = 'key';
create index trust_entries_of_starts on trust_entries (log, entry_index) where kind = 'start';
create index trust_entries_of_gaps on trust_entries (log desc, entry_index desc) where kind = 'gap';
create index trust_entries_of_days on trust_entries ((entry::jsonb ->> 'market'), (entry::jsonb ->> 'date')) where kind = 'day-key';
