-- Staff look for an order, a transfer, a deposit or a withdrawal by the number that its customer knows, in the whole house.
-- Orders are what most is written of: a Bloom filter for each stretch of the table costs the writing next to nothing, and
-- leaves a few stretches to look through where there were all of them.
create index orders_numbers on orders using brin (number text_bloom_ops (n_distinct_per_range = 2000)) with (autosummarize = on);
create index transfers_numbers on transfers (number);
create index deposits_numbers on deposits (number);
create index withdrawals_numbers on withdrawals (number);
