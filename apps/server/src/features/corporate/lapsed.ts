import { BEGINNING_CAUSE } from '@rueda/rules/practice/begin-again.ts'
import { notBefore } from '../../venue/executed-on.ts'

/**
 * SQL that is true for a dividend on a position of before its account's new beginning: it goes with the practice money, whenever it was
 * recorded (`docs/rules/accounts.md` P.15).
 */
export const lapsed = (entitlement: string): string => `exists (
  select from entries b join positions q on q.account_id = b.account_id and q.id = ${entitlement}.position_id and q.closed_at <= b.at
  where b.account_id = ${entitlement}.account_id and b.cause_id = '${BEGINNING_CAUSE.id}' and b.cause_kind = '${BEGINNING_CAUSE.kind}')`

/** SQL that is true for an entitlement that is paid. */
export const paid = (entitlement: string): string => `exists (
  select from entries e where e.account_id = ${entitlement}.account_id and e.cause_id = ${entitlement}.action_id and e.journal = 'J96'
    and e.at >= ${notBefore(`${entitlement}.ex_date`)})`
