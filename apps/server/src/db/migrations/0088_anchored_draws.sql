-- What is published of draws is remembered outside the database as well.
alter table anchor_files drop constraint anchor_files_name_check;
alter table anchor_files add constraint anchor_files_name_check check (name in ('heads', 'audit', 'draws'));
