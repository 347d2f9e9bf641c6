-- The constraints of an approval say first what is wrong with it; that its second person is another than the one of the account
-- is asked when they are met.
drop trigger approvals_name_the_checker on approvals;
create trigger approvals_name_the_checker after update on approvals for each row execute function end_approval();
