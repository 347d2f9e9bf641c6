-- One row per customer: the state of the account that its entries leave. The table is called what the code calls it.
alter table books rename to account_states;
