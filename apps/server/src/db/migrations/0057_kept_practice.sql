-- How many entries an account had when its owner registered it after practising with it: nobody earns from those by an invitation.
alter table accounts add column practice_entries bigint not null default 0 check (practice_entries >= 0);
