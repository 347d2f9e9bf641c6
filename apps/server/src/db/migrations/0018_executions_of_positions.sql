-- Orders and executions of one position on margin, which its result of the day is worked out from; shares have none.
create index orders_of_position on orders (account_id, position_id) where position_id is not null;
create index fills_of_position on fills (account_id, position_id) where position_id is not null;
