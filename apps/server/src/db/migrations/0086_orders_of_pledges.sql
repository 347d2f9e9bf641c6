-- An order that sells collateral names it: what it brings goes to the loan with its booking, whenever that is.
alter table orders add column pledge_id uuid;
update orders o set pledge_id = p.id from loan_pledges p where p.account_id = o.account_id and p.sale_id = o.id;
