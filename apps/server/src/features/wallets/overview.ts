import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { wallets } from '@rueda/contract/wallets.ts'
import { divide, formatDecimal } from '@rueda/rules/decimal.ts'
import { addDays } from '@rueda/rules/calendar-date.ts'
import { formatMinor, notional } from '@rueda/rules/money.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import { balanceOf, usedOf } from '@rueda/rules/wallets/wallet.ts'
import type { App } from '../../app.ts'
import { heldNow, resultOfDay } from '../positions/valuation.ts'
import { cashChanges, openedAt, shareChanges, walletsOf } from './store.ts'

type Overview = DataOf<typeof wallets.overview>
type Reading = Pick<App, 'pool' | 'venue'>

const CURVE_DAYS = 30
const PERCENT_DECIMALS = 2
const PERCENT_SCALE = 10_000n

/** Total assets, today's result and the last thirty days, all from the ledger and the venue's prices. */
export async function overviewOf(app: Reading, accountId: string, now: Instant): Promise<Overview> {
  const [held, walletList] = await Promise.all([heldNow(app, accountId), walletsOf(app.pool, accountId)])
  const dollars = walletList.filter(({ currency }) => currency === 'USD')
  const cash = dollars.reduce((sum, wallet) => sum + balanceOf(wallet), 0n)
  const frozen = dollars.reduce((sum, wallet) => sum + usedOf(wallet), 0n)
  const value = valueOf(held, (instrumentId) => app.venue.quote(instrumentId)?.last ?? 0n)
  const { tradeDate } = app.venue.session('US')
  const today = await resultOfDay(app, accountId, tradeDate)
  const total = cash + value
  const before = total - today
  return {
    thisDate: tradeDate.split('-').toReversed().join('-'),
    todayProfit: formatMinor(today, 'USD'),
    todayProfitRatio: before === 0n ? '0.00' : formatDecimal(divide(today * PERCENT_SCALE, before, 'HALF_UP'), PERCENT_DECIMALS),
    totalAssets: formatMinor(total, 'USD'),
    cash: formatMinor(cash, 'USD'),
    positionsValue: formatMinor(value, 'USD'),
    frozen: formatMinor(frozen, 'USD'),
    liabilities: formatMinor(0n, 'USD'),
    fundsValue: formatMinor(0n, 'USD'),
    followValue: formatMinor(0n, 'USD'),
    curve: await curveOf(app, accountId, { held, cash, total, tradeDate, now }),
    currency: 'USD',
  }
}

const valueOf = (shares: ReadonlyMap<string, bigint>, priceOf: (instrumentId: string) => bigint): bigint =>
  [...shares].reduce((sum, [instrumentId, quantity]) => sum + notional(priceOf(instrumentId), quantity, 'USD', 'HALF_UP'), 0n)

type Now = Readonly<{ held: ReadonlyMap<string, bigint>; cash: bigint; total: bigint; tradeDate: CalendarDate; now: Instant }>

/** Walks back from today: what was held and what cash there was at each day's end, at that day's closing prices. */
async function curveOf(app: Reading, accountId: string, { held, cash, total, tradeDate, now }: Now): Promise<Overview['curve']> {
  const opened = await openedAt(app.pool, accountId)
  if (opened === null) return [{ date: tradeDate, value: formatMinor(total, 'USD') }]
  const days = (await app.venue.calendar('US', addDays(tradeDate, -CURVE_DAYS + 1), tradeDate)).filter(({ sessions }) => sessions.length > 0)
  const ends = days.map(({ sessions }) => sessions.at(-1)?.closesAt ?? now)
  const [changes, shares] = await Promise.all([
    ends.length === 0 ? Promise.resolve([]) : cashChanges(app.pool, accountId, ends),
    shareChanges(app.pool, accountId, days[0]?.date ?? tradeDate),
  ])
  const closes = await closingPrices(app, new Set([...held.keys(), ...shares.map(({ instrumentId }) => instrumentId)]), now)
  const quantities = new Map(held)
  const points = [{ date: tradeDate, value: formatMinor(total, 'USD') }]
  let cashThen = cash
  for (let index = days.length - 1; index >= 0; index -= 1) {
    const day = days[index]
    if (day === undefined) continue
    cashThen -= changes[index] ?? 0n
    if (day.date < tradeDate && (ends[index] ?? 0) > opened) {
      points.unshift({ date: day.date, value: formatMinor(cashThen + valueOf(quantities, (id) => closes.get(id)?.get(day.date) ?? 0n), 'USD') })
    }
    for (const change of shares) {
      if (change.tradeDate === day.date) quantities.set(change.instrumentId, (quantities.get(change.instrumentId) ?? 0n) - change.change)
    }
  }
  return points
}

async function closingPrices({ venue }: Reading, instrumentIds: ReadonlySet<string>, now: Instant): Promise<ReadonlyMap<string, ReadonlyMap<CalendarDate, bigint>>> {
  const days = await venue.calendar('US', addDays(venue.session('US').tradeDate, -CURVE_DAYS), venue.session('US').tradeDate)
  const dateAt = new Map(days.flatMap(({ date, sessions }) => sessions.map(({ opensAt }) => [opensAt, date] as const)))
  const closes = new Map<string, Map<CalendarDate, bigint>>()
  for (const instrumentId of instrumentIds) {
    const series = await venue.bars({ instrumentId, interval: 'day', until: now, limit: CURVE_DAYS + 1, hours: 'regular', adjust: 'split' })
    closes.set(instrumentId, new Map((series?.bars ?? []).flatMap((bar) => closeOn(dateAt, bar))))
  }
  return closes
}

const closeOn = (dateAt: ReadonlyMap<Instant, CalendarDate>, bar: Readonly<{ at: Instant; close: bigint }>): [CalendarDate, bigint][] => {
  const date = dateAt.get(bar.at)
  return date === undefined ? [] : [[date, bar.close]]
}
