import { addDays } from '@rueda/rules/calendar-date.ts'
import { LOAN_CURRENCY } from '@rueda/rules/loans/product.ts'
import { HOUSE_MARKET } from '@rueda/rules/markets/markets.ts'
import type { Currency } from '@rueda/rules/money.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import { type Wallet, balanceOf } from '@rueda/rules/wallets/wallet.ts'
import type { App } from '../../app.ts'
import { type Reader, inSnapshot } from '../../db/snapshot.ts'
import { startOfDate } from '../../venue/day-bounds.ts'
import { withOneAnswer } from '../../venue/one-answer.ts'
import { followValues } from '../follow/stat.ts'
import { fundValues } from '../funds/stat.ts'
import { debtsOf, interestSince } from '../loans/debt.ts'
import { type MarginDay, marginDayOf } from '../positions/margin-day.ts'
import { type DayOfTrading, type ValuedHolding, dayOfTrading, resultOfDay, totalValue, valuedHoldings } from '../positions/valuation.ts'
import { robotCashOf } from '../robots/cash.ts'
import { paidAhead } from '../subscriptions/paid-ahead.ts'
import { type DayOfCurrency, resultOfCurrencies } from './currency-day.ts'
import { sumInDollars } from './dollar-value.ts'
import { CURVE_DAYS, type Day, boundsOf, curveOf, periodsOf, type DatedCourse } from './overview-curve.ts'
import {
  type Brought,
  type Flow,
  type OpenWithdrawal,
  broughtSince,
  changesOfAssets,
  currenciesSince,
  flowsSince,
  openWithdrawalsOf,
  openedAt,
  walletsOf,
} from './store.ts'

export type Reading = Pick<App, 'pool' | 'venue' | 'navs' | 'agencies'>
type Asked = Readonly<{ accountId: string; now: Instant }>

/** What home's figures are made of, in cents of a dollar: everything that was read of one moment, and the sums over it. */
export type OverviewFigures = Readonly<{
  app: Reading
  tradeDate: CalendarDate
  past: Past
  /** The money of the wallets and what is paid ahead of shares that were allotted. */
  cash: bigint
  inFunds: bigint
  followed: bigint
  inRobots: bigint
  owed: bigint
  total: bigint
  /** What today brought, and the parts of it. */
  today: bigint
  todays: Readonly<Record<'trading' | 'margin' | 'currencies' | 'funds' | 'followed' | 'brought' | 'interest', bigint>>
  points: readonly Readonly<{ date: CalendarDate; value: bigint }>[]
  course: DatedCourse
}>

/** Total assets, today's result and the last thirty days, all from the ledger and the venue's prices. */
export async function overviewFigures(reading: Reading, { accountId, now }: Asked): Promise<OverviewFigures> {
  const app = { ...reading, venue: withOneAnswer(reading.venue) }
  const tradeDate = app.venue.dayShown(HOUSE_MARKET)
  const days = await daysOfCurve(app, tradeDate, now)
  const dayBegan = await startOfDate(app.venue, tradeDate)
  const past = await inSnapshot(app.pool, (reader) => readPast(reader, app, { accountId, dayBegan, days, now }))
  const dollars = (amounts: readonly Readonly<{ minor: bigint; currency: Currency }>[]): bigint => sumInDollars(app.venue, amounts)
  // Shares that were allotted and are still to come are counted at what they cost.
  const cash = dollars(past.wallets.map((wallet) => ({ minor: balanceOf(wallet), currency: wallet.currency }))) + past.paidAhead
  const inFunds = dollars(past.funds.map(({ value: minor, currency }) => ({ minor, currency })))
  const struck = past.funds.filter(({ struckOn }) => struckOn === tradeDate)
  const followed = past.followed.reduce((sum, { value }) => sum + value, 0n)
  const todays = {
    trading: resultOfDay(app.venue, past.trading),
    margin: [...past.marginToday.values()].reduce((sum, { result }) => sum + result, 0n),
    currencies: resultOfCurrencies(app.venue, past.wallets, past.currencies),
    funds: dollars(struck.map(({ change: minor, currency }) => ({ minor, currency }))),
    followed: past.followed.filter(({ struckOn }) => struckOn === tradeDate).reduce((sum, { change }) => sum + change, 0n),
    brought: dollars(past.broughtToday),
    interest: -past.interestToday,
  }
  const today = Object.values(todays).reduce((sum, part) => sum + part, 0n)
  const inRobots = dollars([{ minor: past.robotCash, currency: 'USD' }])
  const owed = dollars([{ minor: past.debt, currency: LOAN_CURRENCY }])
  const total = cash + past.assets + inFunds + followed + inRobots - owed
  const points = await curveOf(app, days, past, { cash: cash + inRobots - owed, tradeDate, now })
  const course = periodsOf(app.venue, { days, points, flows: past.flows, opened: past.opened, total })
  return { app, tradeDate, past, cash, inFunds, followed, inRobots, owed, total, today, todays, points, course }
}

/** The trading days that the curve shows, the running one last. */
async function daysOfCurve({ venue }: Reading, tradeDate: CalendarDate, now: Instant): Promise<readonly Day[]> {
  const days = await venue.calendar(HOUSE_MARKET, addDays(tradeDate, -CURVE_DAYS + 1), tradeDate)
  return days.flatMap(({ date, sessions }) => (sessions.length === 0 ? [] : [{ date, ends: sessions.at(-1)?.closesAt ?? now }]))
}

export type Past = Readonly<{
  /** Value that holdings add to the cash in the wallets, of which the margins of positions are a part. */
  assets: bigint
  holdings: readonly ValuedHolding[]
  paidAhead: bigint
  marginToday: MarginDay
  trading: DayOfTrading
  wallets: readonly Wallet[]
  openWithdrawals: readonly OpenWithdrawal[]
  funds: Awaited<ReturnType<typeof fundValues>>
  followed: Awaited<ReturnType<typeof followValues>>
  /** Money of robots, which no wallet has; their shares are in the positions. */
  robotCash: bigint
  /** Owed of loans, in minor units of their currency, and what has come up of it today beside what was lent. */
  debt: bigint
  interestToday: bigint
  broughtToday: readonly Brought[]
  currencies: ReadonlyMap<string, DayOfCurrency>
  opened: Instant | null
  /** Money from outside since the account began, by the days of the curve. */
  flows: readonly Flow[]
  changes: ReadonlyMap<string, readonly bigint[]>
}>

type Asking = Readonly<{ accountId: string; dayBegan: Instant; days: readonly Day[]; now: Instant }>

/** Everything that is read of the customer, from one snapshot. Returns start where the account began, or began again. */
async function readPast(reader: Reader, app: Reading, { accountId, dayBegan, days, now }: Asking): Promise<Past> {
  const opened = await openedAt(reader, accountId)
  const since = opened ?? dayBegan
  const marginDay = await marginDayOf({ reader, venue: app.venue }, accountId, { now, since })
  const holdings = await valuedHoldings({ reader, venue: app.venue }, accountId, null)
  return {
    holdings,
    assets: totalValue(holdings).assets,
    paidAhead: await paidAhead(reader, accountId),
    marginToday: marginDay,
    trading: await dayOfTrading({ reader, venue: app.venue }, accountId, since),
    wallets: await walletsOf(reader, accountId),
    openWithdrawals: await openWithdrawalsOf(reader, accountId),
    funds: await fundValues(app, reader, accountId),
    followed: await followValues(app, reader, accountId),
    robotCash: await robotCashOf(reader, accountId),
    debt: await debtsOf(reader, accountId),
    interestToday: await interestSince(reader, accountId, Math.max(dayBegan, since)),
    broughtToday: await broughtSince(reader, accountId, Math.max(dayBegan, since)),
    currencies: await currenciesSince(reader, accountId, Math.max(dayBegan, since)),
    opened,
    flows: days.length === 0 ? [] : await flowsSince(reader, accountId, since, boundsOf(days)),
    changes: days.length === 0 ? new Map() : await changesOfAssets(reader, accountId, boundsOf(days)),
  }
}
