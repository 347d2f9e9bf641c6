import { SCALE, absolute, divide, least } from '../decimal.ts'
import type { PairContract } from '../instruments/contract.ts'
import { house, marginAccount } from '../ledger/accounts.ts'
import type { Outcome } from '../ledger/account-state.ts'
import { transfer } from '../ledger/entry.ts'
import { overnightMarkup, yearlyRates } from '../markets/overnight.ts'
import type { Currency } from '../money.ts'
import type { Side } from '../side.ts'
import type { CalendarDate, Instant } from '../time.ts'
import { causeOn } from './daily-settlement.ts'
import { type DollarRate, toCents } from './dollar-rate.ts'
import type { MarginPosition } from './position.ts'
import { marginPositionKind } from './records.ts'

/**
 * Keeping a pair overnight costs or brings the difference of the two currencies' rates, less the brokerage's markup, for every night held
 * (`docs/rules/forex.md` B.5).
 */
const DAYS_OF_YEAR = 360n

type Held = Readonly<{ side: Side; quantity: bigint; price: bigint; contract: PairContract; currency: Currency; rate: DollarRate }>

/** One night of a position at a price, in cents: below zero where it costs. */
export function nightOf({ side, quantity, price, contract, currency, rate }: Held): bigint {
  const [base, quoted] = [yearlyRates[contract.base] ?? 0n, yearlyRates[currency] ?? 0n]
  const yearly = (side === 'buy' ? base - quoted : quoted - base) - overnightMarkup
  const value = divide(price * quantity * contract.multiplier, SCALE * SCALE, 'HALF_UP')
  return toCents(divide(value * yearly, SCALE * DAYS_OF_YEAR, 'HALF_UP'), rate, 'HALF_UP')
}

type Rolling = Readonly<{ date: CalendarDate; price: bigint; contract: PairContract; currency: Currency; rate: DollarRate; nights: number }>

/**
 * J44: the nights of one rollover, once a date. A cost takes at most the margin there is; a margin that then runs short is handled by D.8.
 */
export function rollPosition(position: MarginPosition, rolling: Rolling, now: Instant): Outcome {
  const { date, nights } = rolling
  if (position.quantity === 0n || (position.rolledThrough !== null && position.rolledThrough >= date)) return { entries: [] }
  const night = nightOf({ ...rolling, side: position.side, quantity: position.quantity })
  const asked = night * BigInt(nights)
  const swap = asked < 0n ? -least(-asked, position.margin) : asked
  const rolled: MarginPosition = {
    ...position,
    margin: position.margin + swap,
    swap: position.swap + swap,
    rolledThrough: date,
    changedAt: now,
  }
  const margin = marginAccount(position)
  const income = house.fee('SWAP', 'USD')
  const [from, to] = swap < 0n ? [margin, income] : [income, margin]
  const lines = transfer({ from, to, asset: 'USD', amount: absolute(swap) })
  return {
    entries: lines.length === 0 ? [] : [{ journal: 'J44', cause: causeOn(position, date), lines, valueDate: date }],
    records: marginPositionKind.changed(rolled),
  }
}
