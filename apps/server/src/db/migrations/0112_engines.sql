-- The engines that the log names are looked for with every day that is shown.
create index trust_entries_of_engines on trust_entries (log, entry_index) where kind = 'engine';
