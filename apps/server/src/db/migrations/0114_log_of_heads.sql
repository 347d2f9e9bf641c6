-- The public log has taken the place of the file that kept the heads of all chains outside the database: the checks of the books read it from its
-- files, in the order of its entries.
create index trust_heads_of_entries on trust_heads (log, entry_index);
delete from anchor_files where name = 'heads';
delete from verification_marks where name = 'anchors';
