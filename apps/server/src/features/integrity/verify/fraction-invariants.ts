import { SCALE } from '@rueda/rules/decimal.ts'
import { FRACTION_STEP } from '@rueda/rules/markets/market.ts'
import type { Invariant } from './invariants.ts'

/** Invariants of parts of shares (`docs/rules/fractions.md` P.5). Orders on margin count lots and contracts, and are none of this. */
export const fractionInvariants: readonly Invariant[] = [
  {
    id: 'FRACTION-1',
    scope: 'account',
    says: 'an order for whole shares executes in whole shares, and one with a part of a share down to the millionth',
    sql: `select o.account_id, o.id, o.quantity, f.sequence, f.quantity as executed from orders o
          join fills f on f.account_id = o.account_id and f.order_id = o.id
          where o.margin_action is null
            and f.quantity % case when o.quantity % ${SCALE} = 0 then ${SCALE} else ${FRACTION_STEP} end <> 0`,
  },
  {
    id: 'FRACTION-2',
    scope: 'account',
    says: 'an order with a part of a share is at market or at a limit for the day, without stop, exits or a second order',
    sql: `select account_id, id, quantity, type, time_in_force from orders
          where margin_action is null and quantity % ${SCALE} <> 0
            and (quantity % ${FRACTION_STEP} <> 0 or type not in ('market', 'limit') or time_in_force <> 'DAY'
              or take_profit is not null or stop_loss is not null or sibling_id is not null or split_from is not null)`,
  },
]
