-- A company that takes another code. Holdings, orders and all else hang on the instrument's id and stay as they are; that it happened, and
-- under which codes, is written down like every other action, together with the messages to those whom it concerns.
alter table corporate_actions
  add column old_code text,
  add column new_code text,
  drop constraint corporate_actions_kind_check,
  drop constraint action_is_whole,
  add constraint corporate_actions_kind_check check (kind in ('dividend', 'split', 'rename')),
  add constraint action_is_whole check (
    case kind
      when 'dividend' then num_nulls(pay_date, amount) = 0 and num_nonnulls(new_shares, old_shares, prior_close, old_code, new_code) = 0
      when 'split' then num_nulls(new_shares, old_shares, prior_close) = 0 and num_nonnulls(pay_date, amount, old_code, new_code) = 0
      else num_nulls(old_code, new_code) = 0 and num_nonnulls(pay_date, amount, new_shares, old_shares, prior_close) = 0
           and old_code <> new_code end);
