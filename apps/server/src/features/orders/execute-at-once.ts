import type { AccountState, Outcome } from '@rueda/rules/ledger/account-state.ts'
import { atOnce } from '@rueda/rules/orders/at-once.ts'
import { orderKind } from '@rueda/rules/orders/records.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Deciding } from '../../app.ts'
import type { Decision } from '../../write-path/command.ts'
import { bookReport } from './venue-events.ts'
import { venueOrderOf } from './venue-order.ts'

type Accepted<Data> = Readonly<{ state: AccountState; outcome: Outcome; data: Data; now: Instant }>

/**
 * The acceptance of a request, which the venue executes before it is committed: what happens at once is decided with it
 * (`docs/rules/orders.md` P.17). The answer is the order as it was accepted.
 */
export function executedAtOnce<Data>(
  app: Pick<Deciding, 'venue' | 'fees' | 'ids'>,
  { state, outcome, data, now }: Accepted<Data>,
): Decision<Data> {
  const placed = orderKind.in(outcome).filter(({ id }) => !orderKind.of(state).has(id))
  return {
    outcome,
    data,
    placement: {
      orders: placed.map(venueOrderOf),
      complete: (reports, accepted) => {
        const booked = atOnce({ before: state, outcome, accepted }, reports, (before, report) => bookReport(app, before, report, now))
        return booked.ok ? { outcome: booked.value, data } : null
      },
    },
  }
}
