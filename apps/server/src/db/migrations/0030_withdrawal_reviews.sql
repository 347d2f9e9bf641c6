-- Four eyes on money that leaves: above five thousand dollars nothing is paid out unless two persons asked for exactly
-- that. Held here, whatever the server does.
create function withdrawal_needs_two() returns trigger language plpgsql as $$
begin
  if new.value > 500000 and old.status = 'pending' and new.status = 'sending' and not exists (
    select from approvals
    where power = 'withdrawals.approve' and subject = 'withdrawal:' || new.id and account_id = new.account_id and decision = 'approved'
  ) then
    raise exception 'withdrawal % takes two persons', new.id using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger withdrawals_take_two before update on withdrawals for each row execute function withdrawal_needs_two();

-- Nothing is born paid.
alter table withdrawals add constraint withdrawal_is_paid_after_it_was_examined
  check (status not in ('sending', 'sent', 'returned') or examined_at is not null);
