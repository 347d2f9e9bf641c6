-- Placings: shares that are listed already, sold by their issuer at a discount to a close. Prices and lot sizes are units of 10^-8, discounts
-- hundredths of a per cent; the tranche is counted in lots. The terms are null until the window opens, when they are fixed.
create table placings (
  id uuid primary key,
  -- The month of the public schedule.
  number integer not null unique,
  instrument_id text not null,
  name text not null,
  discount integer not null check (discount between 300 and 1000),
  announced_at bigint not null,
  -- The trading day whose eve sets the price, and the last one of the window.
  opens_on date not null,
  closes_on date not null,
  opens_at bigint not null,
  closes_at bigint not null,
  status text not null check (status in ('announced', 'open', 'closed', 'allotted', 'withdrawn')),
  reference bigint check (reference > 0),
  reference_on date,
  price bigint check (price > 0),
  lot_size bigint check (lot_size > 0),
  quota integer check (quota > 0),
  max_lots integer check (max_lots > 0),
  list_hash text,
  closed_at bigint,
  allotted_at bigint,
  -- The trading day from which on the shares can be sold.
  unlocks_on date,
  constraint placing_times_are_in_order check (announced_at <= opens_at and opens_at < closes_at and opens_on <= closes_on),
  constraint placing_terms_are_whole check (num_nulls(reference, reference_on, price, lot_size, quota, max_lots) in (0, 6)),
  constraint placing_has_terms_while_open check (status in ('announced', 'withdrawn') or price is not null),
  constraint placing_list_is_whole check (num_nulls(list_hash, closed_at) in (0, 2)),
  constraint placing_is_allotted_whole check (num_nulls(allotted_at, unlocks_on) in (0, 2) and (allotted_at is null) = (status <> 'allotted')),
  constraint placing_is_allotted_after_its_list check (allotted_at is null or list_hash is not null)
);
create index placings_newest on placings (opens_at desc, id desc);

-- What a placing was announced with is never changed, nor its terms once they are fixed, nor what is published of its allotment.
create function keep_placing() returns trigger language plpgsql as $$
begin
  if (new.id, new.number, new.instrument_id, new.name, new.discount, new.announced_at, new.opens_on, new.closes_on, new.opens_at, new.closes_at)
     is distinct from
     (old.id, old.number, old.instrument_id, old.name, old.discount, old.announced_at, old.opens_on, old.closes_on, old.opens_at, old.closes_at)
     or (old.price is not null and (new.reference, new.reference_on, new.price, new.lot_size, new.quota, new.max_lots)
         is distinct from (old.reference, old.reference_on, old.price, old.lot_size, old.quota, old.max_lots))
     or (old.list_hash is not null and (new.list_hash, new.closed_at) is distinct from (old.list_hash, old.closed_at))
     or (old.allotted_at is not null and (new.allotted_at, new.unlocks_on) is distinct from (old.allotted_at, old.unlocks_on))
  then raise exception 'what was published of placings is kept';
  end if;
  return new;
end $$;
create trigger placings_keep_their_word before update on placings for each row execute function keep_placing();
create trigger placings_stay before delete on placings for each statement execute function refuse_change();
create trigger placings_are_not_truncated before truncate on placings for each statement execute function refuse_change();

-- The applications that stood at the close, by their numbers alone, and what was allotted to them.
create table placing_applications (
  placing_id uuid not null references placings (id),
  number text not null,
  lots integer not null check (lots > 0),
  at bigint not null,
  primary key (placing_id, number)
);
create trigger placing_applications_are_kept before update or delete or truncate on placing_applications for each statement
  execute function refuse_change();
create table placing_results (
  placing_id uuid not null,
  number text not null,
  rank integer not null check (rank > 0),
  allotted integer not null check (allotted >= 0),
  primary key (placing_id, number),
  foreign key (placing_id, number) references placing_applications (placing_id, number)
);
create trigger placing_results_are_kept before update or delete or truncate on placing_results for each statement execute function refuse_change();

-- A placing that is off before its allotment: by two persons, or without them because its share splits within the window or is listed no more.
create table placing_withdrawals (
  placing_id uuid primary key references placings (id),
  approval_id uuid,
  reason text not null,
  withdrawn_at bigint not null
);
create trigger placing_withdrawals_are_kept before update or delete or truncate on placing_withdrawals for each statement
  execute function refuse_change();
