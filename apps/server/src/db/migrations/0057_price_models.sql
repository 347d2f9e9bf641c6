-- Which price model draws a market's days, from which trade date on; days before the first have model 1. A day keeps its
-- model for ever, or charts of the past would change and finished days could not be recomputed: this is only added to.
create table price_models (
  market text not null,
  from_date date not null,
  model smallint not null check (model > 0),
  added_at bigint not null,
  primary key (market, from_date)
);

create trigger price_models_are_kept before update or delete or truncate on price_models
  for each statement execute function refuse_change();

-- Each promise says which model the day will have. Null where it was given before models had numbers: price_models tells.
alter table day_commitments add column model smallint check (model > 0);
