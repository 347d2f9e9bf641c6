import type { DatedPeriod } from '@rueda/rules/wallets/derive-returns.ts'
import { debtAsset } from '@rueda/rules/ledger/accounts.ts'
import { LOAN_CURRENCY } from '@rueda/rules/loans/product.ts'
import { accountCurrencies, notional } from '@rueda/rules/money.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import { type Close, dailyCloses } from '../../venue/daily-closes.ts'
import type { VenueClient } from '../../venue/client.ts'
import { followedOn, isMandateAsset } from '../follow/stat.ts'
import { fundsOn, isFundAsset } from '../funds/stat.ts'
import { sumInDollars } from './dollar-value.ts'
import type { Past, Reading } from './overview-figures.ts'
import type { Flow } from './store.ts'

export const CURVE_DAYS = 30

export type Day = Readonly<{ date: CalendarDate; ends: Instant }>
export const boundsOf = (days: readonly Day[]): readonly Instant[] => days.map(({ ends }) => ends)

type Now = Readonly<{ cash: bigint; tradeDate: CalendarDate; now: Instant }>
type Point = Readonly<{ date: CalendarDate; value: bigint }>

/** Walks back from today: the holdings and the cash at each day's end in cents, at that day's closing prices. */
export async function curveOf(
  app: Reading,
  days: readonly Day[],
  { trading, opened, changes, funds, followed }: Past,
  { cash, tradeDate, now }: Now,
): Promise<readonly Point[]> {
  const points: Point[] = []
  const debts = changes.get(debtAsset(LOAN_CURRENCY))
  if (opened === null) return points
  const quantities = new Map(trading.held)
  const traded = [...changes.keys()].filter((asset) => app.venue.instruments.has(asset))
  const asked = { days: CURVE_DAYS + DAYS_BEFORE_CURVE, until: now, adjust: 'split' } as const
  const units = new Map([...funds, ...followed].map(({ asset, units: held }) => [asset, held]))
  for (const asset of changes.keys()) if ((isFundAsset(asset) || isMandateAsset(asset)) && !units.has(asset)) units.set(asset, 0n)
  const closes = await dailyCloses(app.venue, new Set([...quantities.keys(), ...traded]), asked)
  let cashThen = cash
  for (let index = days.length - 1; index >= 0; index -= 1) {
    const day = days[index]
    if (day === undefined || day.ends <= opened) break
    // Other currencies stand at today's rate all along: the curve shows what was moved and traded, not what rates did.
    cashThen -= sumInDollars(
      app.venue,
      accountCurrencies.map((currency) => ({ minor: changes.get(currency)?.[index] ?? 0n, currency })),
    )
    // A debt is below zero in the ledger: what was borrowed since comes back off the debt as it goes out of the cash.
    cashThen -= sumInDollars(app.venue, [{ minor: debts?.[index] ?? 0n, currency: LOAN_CURRENCY }])
    for (const asset of traded) quantities.set(asset, (quantities.get(asset) ?? 0n) - (changes.get(asset)?.[index] ?? 0n))
    for (const [asset, held] of units) units.set(asset, held - (changes.get(asset)?.[index] ?? 0n))
    const value = day.date < tradeDate ? closingValue(app.venue, quantities, closes, day.date) : null
    const inUnits = sumInDollars(app.venue, fundsOn(app, units, day.date)) + followedOn(app, units, day.date)
    if (value !== null) points.unshift({ date: day.date, value: cashThen + value + inUnits })
  }
  return points
}

type Course = Readonly<{ days: readonly Day[]; points: readonly Point[]; flows: readonly Flow[]; opened: Instant | null; total: bigint }>
/** What the returns are over: the value they start from, and each day with a value. */
export type DatedCourse = Readonly<{ start: bigint; periods: readonly DatedPeriod[] }>

/**
 * The days of the curve as the returns count them, with now as the end of the last. An account that began within them starts with nothing
 * and is paid its first money; of an older one the first day is where it starts from. A day without a value belongs to the next that has one.
 */
export function periodsOf(venue: VenueClient, { days, points, flows, opened, total }: Course): DatedCourse {
  const values = new Map(points.map(({ date, value }) => [date, value]))
  const periods: DatedPeriod[] = []
  let flow = 0n
  const last = days.length - 1
  for (const [at, { date }] of days.entries()) {
    flow += sumInDollars(
      venue,
      flows.filter(({ stretch }) => stretch === at || (at === last && stretch > last)),
    )
    const value = at === last ? total : values.get(date)
    if (value === undefined) continue
    periods.push({ date, flow, value })
    flow = 0n
  }
  const [first, ...later] = periods
  const isOlder = opened === null || opened < (days[0]?.ends ?? 0)
  return isOlder && first !== undefined ? { start: first.value, periods: later } : { start: 0n, periods }
}

/** Value of the shares at a day's close; null when a price of that day is not known. */
function closingValue(
  venue: VenueClient,
  quantities: ReadonlyMap<string, bigint>,
  closes: ReadonlyMap<string, readonly Close[]>,
  date: CalendarDate,
): bigint | null {
  const closeOf = (instrumentId: string): bigint | undefined => closes.get(instrumentId)?.findLast((close) => close.date <= date)?.price
  const held = [...quantities].filter(([, quantity]) => quantity !== 0n)
  if (held.some(([instrumentId]) => closeOf(instrumentId) === undefined)) return null
  return valueOf(venue, new Map(held), (instrumentId) => closeOf(instrumentId) ?? 0n)
}

/** Longer than any run of holidays. */
const DAYS_BEFORE_CURVE = 14

/** Value of shares in cents, each in its own currency first. */
const valueOf = (venue: VenueClient, shares: ReadonlyMap<string, bigint>, priceOf: (instrumentId: string) => bigint): bigint =>
  sumInDollars(
    venue,
    [...shares].flatMap(([instrumentId, quantity]) => {
      const currency = venue.instruments.get(instrumentId)?.currency
      return currency === undefined ? [] : [{ minor: notional(priceOf(instrumentId), quantity, currency, 'HALF_UP'), currency }]
    }),
  )
