-- Other wallets that give what a plan's own lacks for a purchase, as words with spaces between; null for a plan that reinvests dividends.
-- Plans of before take what is in their own wallet alone, as they always have.
alter table plans add column givers text;
update plans set givers = '' where amount is not null;
alter table plans drop constraint plan_recurs_whole;
alter table plans
  add constraint plan_recurs_whole check (num_nulls(amount, givers, rhythm, day, first_date, due_on, skips_in_row) in (0, 7));
