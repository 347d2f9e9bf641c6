-- A key of the log that handed over to the next one, once every witness knew that one (docs/rules/proof.md P.21).
alter table trust_keys add column ended_at bigint;
