-- What a queue shows of a case without opening it: the amount as the customer sees it, what that is worth, and what the
-- rules had against deciding it alone. Written when the case is opened; the evidence itself stays with its feature.
alter table review_cases
  -- In minor units of the asset.
  add column amount bigint check (amount > 0),
  add column asset text,
  -- In cents of dollars at that moment; null where the market had no rate.
  add column worth bigint check (worth >= 0),
  add column doubts text[] not null default '{}',
  add constraint case_amount_is_whole check ((amount is null) = (asset is null)),
  add constraint case_worth_has_an_amount check (worth is null or amount is not null);

update review_cases c set amount = w.amount, worth = w.value,
  asset = case w.wallet when 'BALANCE' then 'ARS' when 'AR' then 'ARS' when 'TW' then 'TWD' else 'USD' end,
  doubts = coalesce((select e.findings from withdrawal_events e
    where e.account_id = w.account_id and e.withdrawal_id = w.id and e.kind = 'queued'), '{}')
from withdrawals w where c.kind = 'withdrawal' and w.account_id = c.account_id and w.id::text = c.subject_id;

update review_cases c set amount = d.arrived, worth = case d.channel when 'USD-WIRE' then d.arrived end,
  asset = case d.channel when 'USD-WIRE' then 'USD' else 'ARS' end
from deposits d where c.kind = 'deposit' and d.arrived > 0 and d.account_id = c.account_id and d.id::text = c.subject_id;

update review_cases c set doubts = array(
  select finding.key from kyc_reviews r cross join jsonb_each_text(r.findings) finding
  where r.account_id = c.account_id and r.case_id::text = c.subject_id and r.decided_by = 'rules' and finding.value in ('fail', 'uncertain')
  group by finding.key order by finding.key)
where c.kind = 'kyc';
