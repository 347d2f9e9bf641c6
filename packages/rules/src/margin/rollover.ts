import { dayNumber } from '../calendar-date.ts'
import { SCALE, absolute, divide, least } from '../decimal.ts'
import type { PairContract } from '../instruments/contract.ts'
import { house, marginAccount } from '../ledger/accounts.ts'
import type { Outcome } from '../ledger/books.ts'
import { transfer } from '../ledger/entry.ts'
import type { Currency } from '../money.ts'
import type { Side } from '../side.ts'
import type { CalendarDate, Instant } from '../time.ts'
import { causeOn } from './daily-settlement.ts'
import { type DollarRate, toCents } from './dollar-rate.ts'
import type { MarginPosition } from './position.ts'

/**
 * Keeping a pair overnight costs or brings the difference of the two currencies' rates, less the house's markup, for
 * every night held (`domain.md` B.5). Percent a year, in units of 10^-8; metals pay no interest.
 */
const percent = (hundredths: bigint): bigint => hundredths * 10_000n
const yearlyRates: Readonly<Partial<Record<PairContract['base'] | Currency, bigint>>> = {
  USD: percent(375n),
  EUR: percent(200n),
  GBP: percent(375n),
  JPY: percent(75n),
  CHF: percent(0n),
  AUD: percent(360n),
  NZD: percent(225n),
  CAD: percent(225n),
  MXN: percent(725n),
  BRL: percent(1_500n),
  TWD: percent(200n),
  ARS: percent(2_900n),
  XAU: percent(0n),
  XAG: percent(0n),
}
const MARKUP = percent(75n)
const DAYS_OF_YEAR = 360n

type Held = Readonly<{ side: Side; quantity: bigint; price: bigint; contract: PairContract; currency: Currency; rate: DollarRate }>

/** One night of a position at a price, in cents: below zero where it costs. */
export function nightOf({ side, quantity, price, contract, currency, rate }: Held): bigint {
  const [base, quoted] = [yearlyRates[contract.base] ?? 0n, yearlyRates[currency] ?? 0n]
  const yearly = (side === 'buy' ? base - quoted : quoted - base) - MARKUP
  const value = divide(price * quantity * contract.multiplier, SCALE * SCALE, 'HALF_UP')
  return toCents(divide(value * yearly, SCALE * DAYS_OF_YEAR, 'HALF_UP'), rate, 'HALF_UP')
}

const WEDNESDAY = 3
const THURSDAY = 4
const SATURDAY = 6
const DAYS_OF_WEEK = 7
const NIGHTS_OVER_WEEKEND = 3

/** Pairs that settle a day after their trade carry the weekend a day later; USDMXN does not (`domain.md` O.16). */
const settlesNextDay = (contract: PairContract, currency: Currency): boolean => contract.base === 'USD' && currency === 'CAD'

/** How many nights a rollover on a date counts: three where the weekend lies between the value dates, and one more a holiday. */
export function nightsOn(date: CalendarDate, contract: PairContract, currency: Currency, holidayNights = 0): number {
  const weekday = weekdayOf(date)
  if (weekday === 0 || weekday === SATURDAY) return 0
  const triple = settlesNextDay(contract, currency) ? THURSDAY : WEDNESDAY
  return (weekday === triple ? NIGHTS_OVER_WEEKEND : 1) + holidayNights
}

/** 0 is Sunday; 1970-01-01 was a Thursday. */
const weekdayOf = (date: CalendarDate): number => (dayNumber(date) + THURSDAY) % DAYS_OF_WEEK

type Rolling = Readonly<{ date: CalendarDate; price: bigint; contract: PairContract; currency: Currency; rate: DollarRate; nights: number }>

/** J44: the nights of one rollover, once a date. A cost takes what margin there is and no more; what follows is D.8's. */
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
    marginPositions: [rolled],
  }
}
