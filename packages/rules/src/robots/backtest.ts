import { dayNumber } from '../calendar-date.ts'
import { SCALE, divide, greatest, scaled } from '../decimal.ts'
import { type FeeSchedule, chargesOn, totalOf } from '../fees/schedule.ts'
import { AMOUNT_COLLAR } from '../fractions/by-amount.ts'
import { minorDigits, notional } from '../money.ts'
import type { Side } from '../side.ts'
import type { CalendarDate } from '../time.ts'
import { type Robot, WHOLE, targetsOver } from './catalogue.ts'
import { RENTAL_DAYS } from './rental.ts'
import { tradeTowards } from './trade.ts'

/**
 * What a robot would have done on past days (`docs/rules/robots.md` E.8): hypothetical, with the prices and the costs of the simulator.
 * A signal is of a day's close and executed at the next day's open, half the spread away from it, with the charges of that order.
 */
export type Bar = Readonly<{ date: CalendarDate; open: bigint; close: bigint }>

export type BacktestTerms = Readonly<{
  /** In minor units. */
  capital: bigint
  /** The place of the first bar that is decided on; those before it only warm up. */
  start: number
  /** Half the distance between bid and ask, as a part of the price in units of 10^-8. */
  halfSpread: bigint
  /** The step of quantities, in units of 10^-8. */
  step: bigint
  fees: FeeSchedule
}>

export type BacktestTrade = Readonly<{
  /** The day of the signal, and the day of the execution. */
  decidedOn: CalendarDate
  date: CalendarDate
  side: Side
  price: bigint
  quantity: bigint
  charges: bigint
}>
export type Point = Readonly<{ date: CalendarDate; value: bigint }>
export type Backtest = Readonly<{ values: readonly Point[]; held: readonly Point[]; trades: readonly BacktestTrade[]; charges: bigint }>

type Purse = Readonly<{ cash: bigint; quantity: bigint; target: bigint }>

/** A backtest of one instrument. `held` is the same capital bought at the first execution's open and kept. */
export function backtest(robot: Pick<Robot, 'decide'>, bars: readonly Bar[], terms: BacktestTerms): Backtest {
  const closes = bars.map(({ close }) => close)
  const run = follow(bars, targetsOver(robot, closes, terms.start), terms)
  const bought = follow(
    bars,
    closes.slice(terms.start).map(() => WHOLE),
    terms,
  )
  return { ...run, held: bought.values }
}

/** Targets of the days from the start on, each acted on at the next day's open. */
function follow(bars: readonly Bar[], targets: readonly bigint[], terms: BacktestTerms): Omit<Backtest, 'held'> {
  let purse: Purse = { cash: terms.capital, quantity: 0n, target: 0n }
  const values: Point[] = []
  const trades: BacktestTrade[] = []
  for (const [at, bar] of bars.slice(terms.start).entries()) {
    const decided = targets[at - 1]
    const before = bars[terms.start + at - 1]
    if (decided !== undefined && before !== undefined) {
      const done = execute(purse, decided, bar, before.date, terms)
      purse = done.purse
      if (done.trade !== null) trades.push(done.trade)
    }
    values.push({ date: bar.date, value: purse.cash + notional(bar.close, purse.quantity, terms.fees.currency, 'DOWN') })
  }
  return { values, trades, charges: trades.reduce((sum, { charges }) => sum + charges, 0n) }
}

type Executed = Readonly<{ purse: Purse; trade: BacktestTrade | null }>

function execute(purse: Purse, target: bigint, bar: Bar, decidedOn: CalendarDate, { halfSpread, step, fees }: BacktestTerms): Executed {
  const trade = tradeTowards(purse, target, step)
  const { date, open } = bar
  if (trade === null) return { purse: { ...purse, target }, trade: null }
  const away = divide(open * halfSpread, SCALE, 'CEIL')
  const price = trade.side === 'buy' ? open + away : open - away
  const { currency } = fees
  const quantity = trade.side === 'sell' ? trade.quantity : quantityFor(trade.amount, price, step, date, fees)
  if (quantity === 0n) return { purse: { ...purse, target }, trade: null }
  const worth = notional(price, quantity, currency, 'HALF_UP')
  const charges = totalOf(chargesOn(fees, { side: trade.side, notional: worth, quantity, tradeDate: date }))
  const sign = trade.side === 'buy' ? -1n : 1n
  return {
    purse: { cash: purse.cash + sign * worth - charges, quantity: purse.quantity - sign * quantity, target },
    trade: { decidedOn, date, side: trade.side, price, quantity, charges },
  }
}

/** As an order for an amount is sized: what is left after the charges, at the collar above the price (`docs/rules/fractions.md` P.5). */
function quantityFor(amount: bigint, price: bigint, step: bigint, tradeDate: CalendarDate, fees: FeeSchedule): bigint {
  const collar = price + divide(price * AMOUNT_COLLAR, SCALE, 'DOWN')
  const minorScale = 10n ** BigInt(minorDigits[fees.currency])
  const whole = divide(amount * SCALE * SCALE, collar * minorScale, 'DOWN')
  const charges = totalOf(chargesOn(fees, { side: 'buy', notional: amount, quantity: whole, tradeDate }))
  return amount <= charges ? 0n : divide((amount - charges) * SCALE * SCALE, collar * minorScale * step, 'DOWN') * step
}

/** Several instruments' backtests over the same days as one: values and trades together. */
export function together(parts: readonly Backtest[]): Backtest {
  const [first] = parts
  if (first === undefined) return { values: [], held: [], trades: [], charges: 0n }
  const sum = (of: (part: Backtest) => readonly Point[]): readonly Point[] =>
    of(first).map(({ date }) => ({ date, value: parts.reduce((total, part) => total + (valueOn(of(part), date) ?? 0n), 0n) }))
  return {
    values: sum(({ values }) => values),
    held: sum(({ held }) => held),
    trades: parts.flatMap(({ trades }) => trades).toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)),
    charges: parts.reduce((total, { charges }) => total + charges, 0n),
  }
}

const valueOn = (points: readonly Point[], date: CalendarDate): bigint | undefined =>
  (points.findLast((point) => point.date <= date) ?? points[0])?.value

/**
 * The usual distance of bid and ask of a share that is traded much is a cent; a backtest pays as much to either side as if it were two, which
 * is what agencies pay. The spread of the moment would give another result of the same past at every look.
 */
const USUAL_SPREAD = scaled('0.02')

/** Half of the usual spread as a part of the last close, in units of 10^-8: the same all day. */
export const halfSpreadAt = (close: bigint): bigint => (close <= 0n ? 0n : divide(USUAL_SPREAD * SCALE, 2n * close, 'CEIL'))

export type RentedBacktest = Backtest &
  Readonly<{
    /** The values before the rent. */
    before: readonly Point[]
    /** Paid in all, and how many times. */
    rents: bigint
    rentals: number
  }>

/**
 * A backtest less the rent of the robot, which is paid for each rental when it begins, beside the capital. Its values are what is left; what
 * was bought and kept needs no robot and costs no rent.
 */
export function lessRent(test: Backtest, rent: bigint): RentedBacktest {
  const [first, last] = [test.values[0], test.values.at(-1)]
  const begunBy = (date: CalendarDate): number =>
    first === undefined ? 0 : Math.floor((dayNumber(date) - dayNumber(first.date)) / RENTAL_DAYS) + 1
  const rentals = last === undefined || rent === 0n ? 0 : begunBy(last.date)
  return {
    ...test,
    values: test.values.map(({ date, value }) => ({ date, value: value - rent * BigInt(begunBy(date)) })),
    before: test.values,
    ...{ rentals, rents: rent * BigInt(rentals) },
  }
}

/** The deepest fall below the highest value before it, as a part of that in units of 10^-8. */
export function deepestFall(points: readonly Point[]): bigint {
  let peak = 0n
  let deepest = 0n
  for (const { value } of points) {
    peak = greatest(peak, value)
    if (peak > 0n) deepest = greatest(deepest, divide((peak - value) * SCALE, peak, 'HALF_UP'))
  }
  return deepest
}

/** What each calendar month has brought of what it began with, in units of 10^-8; the first and the last may be parts of one. */
export function monthsOf(points: readonly Point[], from = points[0]?.value ?? 0n): readonly Readonly<{ month: string; gain: bigint }>[] {
  const MONTH_LENGTH = 7
  const months: { month: string; gain: bigint }[] = []
  let before = from
  for (const [month, days] of Map.groupBy(points, ({ date }) => date.slice(0, MONTH_LENGTH))) {
    const last = days.at(-1)?.value ?? before
    months.push({ month, gain: before === 0n ? 0n : divide((last - before) * SCALE, before, 'HALF_UP') })
    before = last
  }
  return months
}
