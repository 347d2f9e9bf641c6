-- The limits of the house change like its fees: by two persons, announced ahead, each from its own moment on.
alter table house_terms drop constraint house_terms_kind_check;
alter table house_terms add constraint house_terms_kind_check
  check (kind in ('withdrawalFee', 'depositMinimum', 'houseAccount', 'moneyLimit'));

-- A limit as it held at a moment, in cents of dollars; `initial` while it had never changed.
create function money_limit_at(limit_name text, moment bigint, initial bigint) returns bigint language sql stable cost 1 as $$
  select coalesce(
    (select (t.terms ->> 'limit')::bigint from house_terms t
     where t.kind = 'moneyLimit' and t.subject = limit_name and t.effective_at <= moment order by t.effective_at desc, t.terms_id desc limit 1),
    initial)
$$;

-- Four eyes on money that leaves, by the limit that held when it was asked for.
create or replace function withdrawal_needs_two() returns trigger language plpgsql as $$
begin
  if old.status = 'pending' and new.status = 'sending' and new.value > money_limit_at('withdrawalAlone', new.started_at, 500000)
    and not exists (
      select from approvals
      where power = 'withdrawals.approve' and subject = 'withdrawal:' || new.id and account_id = new.account_id and decision = 'approved'
    ) then
    raise exception 'withdrawal % takes two persons', new.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
