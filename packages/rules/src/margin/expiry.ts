import { type FeeSchedule, chargesOn, totalOf } from '../fees/schedule.ts'
import { formatScaled } from '../decimal.ts'
import type { Outcome } from '../ledger/account-state.ts'
import { moneyFact } from '../messages/message.ts'
import type { Instant } from '../time.ts'
import { closePart } from './close-part.ts'
import { type Settling, causeOn } from './daily-settlement.ts'
import { toCents } from './dollar-rate.ts'
import { type MarginPosition, closingSideOf } from './position.ts'
import { valueOf } from './requirement.ts'
import { marginPositionKind } from './records.ts'
import { messageKind } from '../messages/records.ts'

/**
 * On its last trade date a future ends at the final settlement price: every contract is settled in cash, the margin
 * goes back with the result (`docs/rules/futures.md` B.4). Its closing orders have been cancelled before.
 */
export function expirePosition(
  position: MarginPosition,
  { fees, ...settling }: Settling & Readonly<{ fees: FeeSchedule }>,
  now: Instant,
): Outcome {
  const { price, date, instrument, rate, venue } = settling
  const { quantity } = position
  if (quantity === 0n) return { entries: [] }
  const notional = toCents(valueOf(instrument.contract, price, quantity), rate, 'HALF_UP')
  const commission = totalOf(chargesOn(fees, { side: closingSideOf(position.side), notional, quantity, tradeDate: date }))
  const closed = closePart(
    { ...position, held: 0n, settledThrough: date },
    {
      quantity,
      price,
      instrument,
      rate,
      venue,
      commission,
      liquidationFee: 0n,
      reason: 'EXPIRY',
      cause: causeOn(position, date),
      tradeDate: date,
    },
    now,
  )
  const result = position.realised + closed.realised
  const facts = {
    instrument: position.instrumentId,
    quantity: formatScaled(quantity),
    price: formatScaled(price),
    result: moneyFact(result, 'USD'),
    date,
  }
  return {
    entries: closed.entries,
    records: marginPositionKind.changed(closed.position),
    events: messageKind.happened({ template: 'future.expired', facts, link: `position:${position.id}` }),
  }
}
