import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { wallets } from '@rueda/contract/wallets.ts'
import { formatScaled, percentText } from '@rueda/rules/decimal.ts'
import { addDays } from '@rueda/rules/calendar-date.ts'
import { debtAsset } from '@rueda/rules/ledger/accounts.ts'
import { LOAN_CURRENCY } from '@rueda/rules/loans/product.ts'
import { accountCurrencies, formatMinor, notional } from '@rueda/rules/money.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import { type Period, returnsOf } from '@rueda/rules/wallets/returns.ts'
import { type Wallet, balanceOf, usedOf, walletCurrencies } from '@rueda/rules/wallets/wallet.ts'
import { HOUSE_MARKET } from '@rueda/rules/markets/markets.ts'
import type { App } from '../../app.ts'
import { type Reader, inSnapshot } from '../../db/snapshot.ts'
import type { VenueClient } from '../../venue/client.ts'
import { withOneAnswer } from '../../venue/one-answer.ts'
import { marginDayOf } from '../positions/margin-day.ts'
import { type DayOfTrading, dayOfTrading, resultOfDay, valueHoldings } from '../positions/valuation.ts'
import { type Close, dailyCloses } from '../../venue/daily-closes.ts'
import { startOfDate } from '../../venue/day-bounds.ts'
import { followValues, followedOn, isMandateAsset } from '../follow/stat.ts'
import { paidAhead } from '../subscriptions/paid-ahead.ts'
import { fundValues, fundsOn, isFundAsset } from '../funds/stat.ts'
import { robotCashOf } from '../robots/cash.ts'
import { debtsOf, interestSince } from '../loans/debt.ts'
import { type DayOfCurrency, resultOfCurrencies } from './currency-day.ts'
import type { Display } from './display.ts'
import { partsIn, sumIn, sumInDollars } from './dollar-value.ts'
import {
  type Brought,
  type OpenWithdrawal,
  broughtSince,
  changesOfAssets,
  currenciesSince,
  type Flow,
  flowsSince,
  openWithdrawalsOf,
  openedAt,
  walletsOf,
} from './store.ts'

type Overview = DataOf<typeof wallets.overview>
type Reading = Pick<App, 'pool' | 'venue' | 'navs' | 'agencies'>

const CURVE_DAYS = 30

type Asked = Readonly<{ accountId: string; display: Display; now: Instant }>

/** Total assets, today's result and the last thirty days, all from the ledger and the venue's prices. */
export async function overviewOf(reading: Reading, { accountId, display, now }: Asked): Promise<Overview> {
  const app = { ...reading, venue: withOneAnswer(reading.venue) }
  const tradeDate = app.venue.dayShown(HOUSE_MARKET)
  const days = await daysOfCurve(app, tradeDate, now)
  const dayBegan = await startOfDate(app.venue, tradeDate)
  const past = await inSnapshot(app.pool, (reader) => readPast(reader, app, { accountId, dayBegan, days, now }))
  const amounts = (of: (wallet: Wallet) => bigint) => past.wallets.map((wallet) => ({ minor: of(wallet), currency: wallet.currency }))
  // Shares that were allotted and are still to come are counted at what they cost.
  const cash = sumInDollars(app.venue, amounts(balanceOf)) + past.paidAhead
  const inFunds = sumInDollars(
    app.venue,
    past.funds.map(({ value: minor, currency }) => ({ minor, currency })),
  )
  const fundsToday = sumInDollars(
    app.venue,
    past.funds.filter(({ struckOn }) => struckOn === tradeDate).map(({ change: minor, currency }) => ({ minor, currency })),
  )
  const followed = past.followed.reduce((sum, { value }) => sum + value, 0n)
  const followedToday = past.followed.filter(({ struckOn }) => struckOn === tradeDate).reduce((sum, { change }) => sum + change, 0n)
  const today =
    resultOfDay(app.venue, past.trading) +
    past.marginToday +
    resultOfCurrencies(app.venue, past.wallets, past.currencies) +
    fundsToday +
    followedToday +
    sumInDollars(app.venue, past.broughtToday) -
    past.interestToday
  const inRobots = sumInDollars(app.venue, [{ minor: past.robotCash, currency: 'USD' }])
  const owed = sumInDollars(app.venue, [{ minor: past.debt, currency: LOAN_CURRENCY }])
  const total = cash + past.assets + inFunds + followed + inRobots - owed
  const { currency } = display
  const shown = {
    cash: sumIn(currency, app.venue, amounts(balanceOf)),
    assets: display.now(past.assets + past.paidAhead),
    funds: display.now(inFunds),
    followed: display.now(followed + inRobots),
    owed: display.now(owed),
  }
  const shownTotal = shown.cash + shown.assets + shown.funds + shown.followed - shown.owed
  // In another currency the dollars held before have changed in value too since the last close.
  const before = total - today
  const shownBefore = display.before(before)
  const shownToday = display.now(today) + display.now(before) - shownBefore
  const text = (minor: bigint): string => formatMinor(minor, currency)
  const points = await curveOf(app, days, past, { cash: cash + inRobots - owed, tradeDate, now })
  return {
    thisDate: tradeDate.split('-').toReversed().join('-'),
    todayProfit: text(shownToday),
    todayProfitRatio: percentText(shownToday, shownBefore),
    totalAssets: text(shownTotal),
    openWithdrawals: openWithdrawalsIn(app.venue, past.openWithdrawals, currency),
    cash: text(shown.cash),
    cashByWallet: partsIn(currency, app.venue, amounts(balanceOf)).flatMap((value, at) => {
      const walletType = past.wallets[at]?.type
      return walletType === undefined ? [] : [{ walletType, value: text(value) }]
    }),
    positionsValue: text(shown.assets),
    held: currency === 'USD' ? heldInDollars(app.venue, past.trading.held) : [],
    frozen: text(sumIn(currency, app.venue, amounts(usedOf))),
    liabilities: text(shown.owed),
    fundsValue: text(shown.funds),
    followValue: text(shown.followed),
    curve: points
      .map(({ date, value }) => ({ date, value: text(display.now(value)) }))
      .concat({ date: tradeDate, value: text(shownTotal) }),
    returns: returnsOver(app.venue, { days, points, flows: past.flows, opened: past.opened, total }),
    currency,
  }
}

/** Shares in dollars with the price they are counted at, from which a reader can follow the market to the next reading. */
const heldInDollars = (venue: VenueClient, held: DayOfTrading['held']): Overview['held'] =>
  [...held].flatMap(([code, quantity]) => {
    const instrument = venue.instruments.get(code)
    const quote = venue.quote(code)
    if (instrument?.currency !== 'USD' || quote === null || quantity === 0n) return []
    return [{ code, quantity: formatScaled(quantity), price: formatScaled(quote.last), atTimestamp: quote.at }]
  })

/** Open withdrawals in one currency, by their state. */
const openWithdrawalsIn = (
  venue: VenueClient,
  openWithdrawals: readonly OpenWithdrawal[],
  currency: Overview['currency'],
): Overview['openWithdrawals'] =>
  (['pending', 'sending'] as const).flatMap((state) => {
    const amounts = openWithdrawals.filter((each) => each.state === state)
    const own = amounts.map(({ wallet, minor }) => ({ minor, currency: walletCurrencies[wallet] }))
    return own.length === 0 ? [] : [{ state, amount: formatMinor(sumIn(currency, venue, own), currency) }]
  })

/** Value of shares in cents, each in its own currency first. */
const valueOf = (venue: VenueClient, shares: ReadonlyMap<string, bigint>, priceOf: (instrumentId: string) => bigint): bigint =>
  sumInDollars(
    venue,
    [...shares].flatMap(([instrumentId, quantity]) => {
      const currency = venue.instruments.get(instrumentId)?.currency
      return currency === undefined ? [] : [{ minor: notional(priceOf(instrumentId), quantity, currency, 'HALF_UP'), currency }]
    }),
  )

type Day = Readonly<{ date: CalendarDate; ends: Instant }>

/** The trading days that the curve shows, the running one last. */
async function daysOfCurve({ venue }: Reading, tradeDate: CalendarDate, now: Instant): Promise<readonly Day[]> {
  const days = await venue.calendar(HOUSE_MARKET, addDays(tradeDate, -CURVE_DAYS + 1), tradeDate)
  return days.flatMap(({ date, sessions }) => (sessions.length === 0 ? [] : [{ date, ends: sessions.at(-1)?.closesAt ?? now }]))
}

type Past = Readonly<{
  /** Value that holdings add to the cash in the wallets, of which the margins of positions are a part. */
  assets: bigint
  paidAhead: bigint
  marginToday: bigint
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
  return {
    assets: (await valueHoldings({ reader, venue: app.venue }, accountId, null)).assets,
    paidAhead: await paidAhead(reader, accountId),
    marginToday: [...marginDay.values()].reduce((sum, cents) => sum + cents, 0n),
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
const boundsOf = (days: readonly Day[]): readonly Instant[] => days.map(({ ends }) => ends)

type Now = Readonly<{ cash: bigint; tradeDate: CalendarDate; now: Instant }>
type Point = Readonly<{ date: CalendarDate; value: bigint }>

/** Walks back from today: the holdings and the cash at each day's end in cents, at that day's closing prices. */
async function curveOf(
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

/**
 * The returns over the days of the curve, with now as the end of the last. An account that began within them starts with nothing and is paid
 * its first money; of an older one the first day is where it starts from. A day without a value belongs to the next that has one.
 */
function returnsOver(venue: VenueClient, { days, points, flows, opened, total }: Course): Overview['returns'] {
  const values = new Map(points.map(({ date, value }) => [date, value]))
  const periods: Period[] = []
  let flow = 0n
  const last = days.length - 1
  for (const [at, { date }] of days.entries()) {
    flow += sumInDollars(
      venue,
      flows.filter(({ stretch }) => stretch === at || (at === last && stretch > last)),
    )
    const value = at === last ? total : values.get(date)
    if (value === undefined) continue
    periods.push({ flow, value })
    flow = 0n
  }
  const [first, ...later] = periods
  const isOlder = opened === null || opened < (days[0]?.ends ?? 0)
  return isOlder && first !== undefined ? returnsOf(first.value, later) : returnsOf(0n, periods)
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
