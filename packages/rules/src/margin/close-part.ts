import { greatest, least } from '../decimal.ts'
import { house, marginAccount, walletAccount } from '../ledger/accounts.ts'
import { type Cause, type EntryDraft, type ExecutionTerms, mergeLines, transfer } from '../ledger/entry.ts'
import type { CalendarDate, Instant } from '../time.ts'
import type { DollarRate } from './dollar-rate.ts'
import { type CloseReason, type MarginPosition, shareOf } from './position.ts'
import { type MarginInstrument, resultAt } from './valuation.ts'

/** A part of a position, or all of it, that ends at a price. Fees in cents, before they are cut to the money left. */
export type Closing = Readonly<{
  quantity: bigint
  price: bigint
  instrument: MarginInstrument
  rate: DollarRate
  venue: string
  commission: bigint
  liquidationFee: bigint
  reason: CloseReason
  cause: Cause
  /** Left out where no execution ends it, but its expiry. */
  execution?: ExecutionTerms
  tradeDate: CalendarDate
}>

export type ClosedPart = Readonly<{
  position: MarginPosition
  entries: readonly EntryDraft[]
  /** The result of the part in cents, after its fees; never less than minus the margin. */
  realised: bigint
  commission: bigint
  liquidationFee: bigint
  /** The amount released to the wallet. */
  released: bigint
}>

/**
 * J42, with J45 and J46 if they arise: the result is booked against the margin, fees take what they can, the part's share of the margin
 * goes back to the wallet, and the loss beyond the margin is the brokerage's (`docs/rules/margin.md` D.5, D.8, `docs/rules/fees.md` O.5).
 */
export function closePart(position: MarginPosition, closing: Closing, now: Instant): ClosedPart {
  const { quantity, price, instrument, rate } = closing
  const basis = shareOf(position.basis, quantity, position.quantity)
  const result = resultAt({ side: position.side, quantity, basis }, price, instrument.contract, rate)
  const money = divideMoney(position, closing, result)
  const realised = result + money.deficit - money.commission - money.liquidationFee
  const rest = position.quantity - quantity
  const { initial, maintenance } = position.requirement
  return {
    realised,
    commission: money.commission,
    liquidationFee: money.liquidationFee,
    released: money.released,
    entries: entriesOf(position, closing, result, money),
    position: {
      ...position,
      quantity: rest,
      margin: position.margin + realised - money.released,
      requirement: {
        initial: initial - shareOf(initial, quantity, position.quantity),
        maintenance: maintenance - shareOf(maintenance, quantity, position.quantity),
      },
      basis: position.basis - basis,
      closedQuantity: position.closedQuantity + quantity,
      closedValue: position.closedValue + (price * quantity) / 100_000_000n,
      realised: position.realised + realised,
      charges: position.charges + money.commission + money.liquidationFee,
      liquidation: rest === 0n ? 'none' : position.liquidation,
      liquidatingSince: rest === 0n ? null : position.liquidatingSince,
      closeReason: rest === 0n ? closing.reason : null,
      changedAt: now,
      closedAt: rest === 0n ? now : null,
    },
  }
}

type Divided = Readonly<{ deficit: bigint; commission: bigint; liquidationFee: bigint; released: bigint }>

function divideMoney(position: MarginPosition, { quantity, commission, liquidationFee, reason }: Closing, result: bigint): Divided {
  const whole = position.margin + result
  const deficit = greatest(-whole, 0n)
  const afterResult = whole + deficit
  const charged = least(commission, afterResult)
  const penalty = least(liquidationFee, afterResult - charged)
  const left = afterResult - charged - penalty
  if (quantity === position.quantity) return { deficit, commission: charged, liquidationFee: penalty, released: left }
  // The margin saved from a liquidated part stays, because it may keep the rest open.
  const own = reason === 'LIQUIDATION' ? 0n : shareOf(position.margin, quantity, position.quantity) + result - charged - penalty
  return { deficit, commission: charged, liquidationFee: penalty, released: greatest(least(own, left), 0n) }
}

function entriesOf(position: MarginPosition, closing: Closing, result: bigint, money: Divided): readonly EntryDraft[] {
  const { cause, tradeDate: valueDate, venue } = closing
  const booked = closing.execution === undefined ? {} : { execution: closing.execution }
  const margin = marginAccount(position)
  const market = house.market(venue, 'USD')
  const entry = (journal: EntryDraft['journal'], lines: EntryDraft['lines']): EntryDraft[] =>
    lines.length === 0 ? [] : [{ journal, cause, lines, valueDate, ...booked }]
  const lost = result < 0n ? -result - money.deficit : 0n
  const closed = mergeLines([
    ...transfer({ from: market, to: margin, asset: 'USD', amount: greatest(result, 0n) }),
    ...transfer({ from: margin, to: market, asset: 'USD', amount: lost }),
    ...transfer({ from: margin, to: house.fee('COMMISSION', 'USD'), asset: 'USD', amount: money.commission }),
    ...transfer({ from: margin, to: walletAccount(position.wallet, 'CASH'), asset: 'USD', amount: money.released }),
  ])
  // J42 leaves in the margin the fee of a liquidation, which is then taken.
  const penalty = transfer({ from: margin, to: house.fee('LIQ', 'USD'), asset: 'USD', amount: money.liquidationFee })
  const insured = transfer({ from: house.insurance('USD'), to: market, asset: 'USD', amount: money.deficit })
  return [...entry('J42', closed), ...entry('J45', penalty), ...entry('J46', insured)]
}
