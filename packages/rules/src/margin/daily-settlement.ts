import { greatest } from '../decimal.ts'
import { house, marginAccount } from '../ledger/accounts.ts'
import type { Outcome } from '../ledger/account-state.ts'
import { type Cause, type EntryDraft, transfer } from '../ledger/entry.ts'
import { dayNumber } from '../calendar-date.ts'
import type { CalendarDate, Instant } from '../time.ts'
import type { DollarRate } from './dollar-rate.ts'
import type { MarginPosition } from './position.ts'
import { requirementOf } from './requirement.ts'
import { type MarginInstrument, resultAt } from './valuation.ts'
import { marginPositionKind } from './records.ts'

export type Settling = Readonly<{ price: bigint; date: CalendarDate; instrument: MarginInstrument; rate: DollarRate; venue: string }>

/**
 * J43: at the settlement price of the day the floating result of a future becomes margin, and the position is measured from that price on
 * (`docs/rules/futures.md` B.4). Once a date; a loss beyond the margin is the brokerage's (J46).
 */
export function settleDaily(position: MarginPosition, settling: Settling, now: Instant): Outcome {
  const { price, date, instrument, rate, venue } = settling
  if (position.quantity === 0n || (position.settledThrough !== null && position.settledThrough >= date)) return { entries: [] }
  const variation = resultAt(position, price, instrument.contract, rate)
  const deficit = greatest(-(position.margin + variation), 0n)
  const { quantity, leverage } = position
  const settled: MarginPosition = {
    ...position,
    margin: position.margin + variation + deficit,
    requirement: requirementOf({ contract: instrument.contract, currency: instrument.currency, rate, price, quantity, leverage }),
    basis: (price * quantity) / 100_000_000n,
    realised: position.realised + variation + deficit,
    settledThrough: date,
    changedAt: now,
  }
  return { entries: variationEntries(position, variation, deficit, { date, venue }), records: marginPositionKind.changed(settled) }
}

function variationEntries(
  position: MarginPosition,
  variation: bigint,
  deficit: bigint,
  { date, venue }: Pick<Settling, 'date' | 'venue'>,
): readonly EntryDraft[] {
  const margin = marginAccount(position)
  const market = house.market(venue, 'USD')
  const cause = causeOn(position, date)
  const lost = variation < 0n ? -variation - deficit : 0n
  const moved = [
    ...transfer({ from: market, to: margin, asset: 'USD', amount: greatest(variation, 0n) }),
    ...transfer({ from: margin, to: market, asset: 'USD', amount: lost }),
  ]
  const insured = transfer({ from: house.insurance('USD'), to: market, asset: 'USD', amount: deficit })
  return [
    ...(moved.length === 0 ? [] : [{ journal: 'J43', cause, lines: moved, valueDate: date } as const]),
    ...(insured.length === 0 ? [] : [{ journal: 'J46', cause, lines: insured, valueDate: date } as const]),
  ]
}

/** The cause of a date's booking, which is made only once. */
export const causeOn = ({ id }: MarginPosition, date: CalendarDate): Cause => ({ kind: 'margin', id, step: dayNumber(date) })
