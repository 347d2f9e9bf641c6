-- Each market settles on its own days and at its own morning, so how far settlement has come is said of the wallet its
-- trades are paid from.
alter table wallets add column settled_through date;
update wallets w set settled_through = b.settled_through from books b where b.account_id = w.account_id and w.type in ('STOCK', 'AR', 'TW');
alter table books drop column settled_through;
