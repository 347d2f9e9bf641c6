import type { Outcome } from '../../src/ledger/account-state.ts'
import type { Execution } from '../../src/orders/book-execution.ts'
import type { Result } from '../../src/result.ts'
import type { MarketNow } from '../brokerage/brokerage.ts'
import type { ModelOrder } from '../model/account.ts'
import { settlementDate } from '../world/clock.ts'
import type { Listing } from '../world/listings.ts'
import { rateOf, sharesRateOf } from '../world/terms.ts'
import { type Step, goodTillCancelled, lastOf, listingOf } from '../world/world.ts'

/** A message of the venue, and the way it reaches the brokerage: once, twice, or after a newer one. */
export type Traded = Readonly<{ price: bigint; shares: bigint; date: string }>

export function executionOf(step: Step, { id, instrumentId, days, margin }: ModelOrder, { price, shares, date }: Traded): Execution {
  const { world } = step
  const { unit, lot } = listingOf(world, instrumentId)
  world.sequence += 1
  return {
    orderId: id,
    sequence: world.sequence,
    price: price * unit,
    quantity: shares * lot,
    resting: false,
    tradeDate: date,
    settlementDate: margin === null ? settlementDate(date, days) : date,
    match: null,
    market: { phase: 'OPEN', fixedPrice: false, low: null, high: null },
    at: step.now,
  }
}

export function tell(step: Step, { instrumentId }: ModelOrder, execution: Execution): Result<Outcome> {
  const { world, accountId, now } = step
  return world.brokerage.execute(accountId, execution, marketOf(step, listingOf(world, instrumentId), execution.tradeDate), now)
}

/** The market's facts for booking what was traded on a date. */
export const marketOf = (step: Step, listing: Listing, tradeDate: string): MarketNow => ({
  mark: lastOf(step, listing) * listing.unit,
  rate: rateOf(step, listing),
  sharesRate: sharesRateOf(step.world, listing, step.number),
  exitsEnd: goodTillCancelled(tradeDate),
})

/** The same message again, as after a lost acknowledgement, or an older one after a newer: nothing may change. */
export function repeat(step: Step, order: ModelOrder, execution: Execution): void {
  const { world, account, rng } = step
  const older = rng.percent(50)
  const before = account.entries.length
  tell(step, order, older ? { ...execution, sequence: execution.sequence - 1 } : execution)
  if (account.entries.length !== before) throw new Error(`an execution was booked twice: ${order.id}`)
  world.seen.add(older ? 'older execution after a newer' : 'execution told twice')
}
