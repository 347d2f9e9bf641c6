import { type RobotRow, robots as endpoints } from '@rueda/contract/robots.ts'
import { parseDecimal } from '@rueda/rules/decimal.ts'
import { formatMinor, minorDigits } from '@rueda/rules/money.ts'
import { HOUSE_MARKET } from '@rueda/rules/markets/markets.ts'
import { WHOLE, robotList } from '@rueda/rules/robots/catalogue.ts'
import { areRobotsOffered } from '@rueda/rules/robots/rent.ts'
import { DEFAULT_DAILY_LOSS, DEFAULT_DRAWDOWN, MAX_CAPITAL, MAX_INSTRUMENTS, MIN_CAPITAL, RENTAL_DAYS } from '@rueda/rules/robots/rental.ts'
import { percentText } from '@rueda/rules/decimal.ts'
import { ok, refuse } from '@rueda/rules/result.ts'
import type { App } from '../../app.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import { pageOf, sliceOf } from '../../http/page.ts'
import { type Registered, routes } from '../../http/routes.ts'
import { MONEY_MODE } from '../../money-mode.ts'
import { ordersOfRobots } from '../orders/of-robots.ts'
import { barsOfYear, isTradable, lastClosedDay } from './bars.ts'
import { readSources } from '../transfers/bring.ts'
import { rent, resume, stop } from './change.ts'
import { presentBars, presentRental, presentRobot } from './present.ts'
import { ownRental, rentalsOf, valuesOf } from './store.ts'

const MAX_STOCKS_SHOWN = 30
const PERCENT_DECIMALS = 2

/** Robots: what there is, the bars behind a backtest, renting, stopping, and what they have done. */
export const robotRoutes = (app: App): Registered => {
  const rowsOfDay = createExamples(app)
  return routes(endpoints, {
    list: async () => {
      const shown = await rowsOfDay()
      return ok({
        offered: areRobotsOffered(MONEY_MODE) ? 1 : 0,
        robots: [...shown],
        ...{ rent: formatMinor(app.settings.ROBOT_RENT.minor, 'USD'), currency: 'USD', termDays: RENTAL_DAYS },
        ...{ minCapital: formatMinor(MIN_CAPITAL, 'USD'), maxCapital: formatMinor(MAX_CAPITAL, 'USD'), maxStocks: MAX_INSTRUMENTS },
        ...{ dailyLossPct: percentText(DEFAULT_DAILY_LOSS, WHOLE), drawdownPct: percentText(DEFAULT_DRAWDOWN, WHOLE) },
        stocks: tradedMost(app).map(({ code, name }) => ({ stockCode: code, name })),
      })
    },

    backtest: async ({ input }) => {
      const instrumentIds = idsOf(app, input.stockCodes.split(','))
      if (new Set(instrumentIds).size < instrumentIds.length) return refuse('parameter.invalid', { field: 'stockCodes' })
      if (instrumentIds.length > MAX_INSTRUMENTS || instrumentIds.some((id) => !isTradable(app.venue.instruments.get(id))))
        return refuse('instrument.unknown', { field: 'stockCodes' })
      const stocks = await Promise.all(
        instrumentIds.map(async (id) => {
          const { bars, start } = await barsOfYear(app, id)
          return presentBars(app, id, bars, start)
        }),
      )
      return ok({ stocks })
    },

    rent: async ({ input, caller, idempotency }) => {
      const { robotId, hash, stockCodes, capital: typed, sellsAtLimit, handsOver } = input
      const capital = parseDecimal(typed, minorDigits.USD)
      if (capital === null) return refuse('parameter.invalid', { field: 'capital' })
      const maxDailyLoss = limitOf(input.maxDailyLossPct, DEFAULT_DAILY_LOSS)
      const maxDrawdown = limitOf(input.maxDrawdownPct, DEFAULT_DRAWDOWN)
      const chosen = { sellsAtLimit: sellsAtLimit === 1, handsOver: handsOver === 1 }
      const sources = readSources(app, input.bring)
      if (!sources.ok) return sources
      const asked = {
        sources: sources.value,
        robotId,
        hash,
        instrumentIds: idsOf(app, stockCodes),
        capital,
        maxDailyLoss,
        maxDrawdown,
        ...chosen,
      }
      return rent(app, { caller, idempotency, ...asked })
    },

    resume: ({ input, caller, idempotency }) => resume(app, { caller, idempotency, id: input.id }),

    stop: ({ input, caller, idempotency }) => stop(app, { caller, idempotency, id: input.id, handsOver: input.handsOver === 1 }),

    orders: async ({ input, caller }) => {
      const { id = null } = input
      const isOpen = input.isOpen === undefined ? null : input.isOpen === 1
      const { list, total } = await inSnapshot(app.pool, (reader) => rentalsOf(reader, caller.accountId, { id, isOpen, ...sliceOf(input) }))
      return ok(
        pageOf(
          list.map((rented) => presentRental(app, rented)),
          total,
          input,
        ),
      )
    },

    trades: async ({ input, caller }) => {
      const { id = null } = input
      const { list, total } = await ordersOfRobots(app, caller.accountId, { id, ...sliceOf(input) })
      return ok(pageOf(list, total, input))
    },

    record: async ({ input, caller }) => {
      const own = await ownRental(app.pool, caller.accountId, input.id)
      if (own === null) return refuse('object.not_found', { field: 'id' })
      const { rental } = own
      const values = await valuesOf(app.pool, caller.accountId, rental.id)
      const stocks = await Promise.all(
        rental.instrumentIds.map(async (id) => {
          const { bars } = await barsOfYear(app, id)
          const start = bars.findIndex(({ date }) => date >= rental.rentedOn)
          return presentBars(app, id, bars, start === -1 ? bars.length : start)
        }),
      )
      return ok({ values: values.map(({ date, value }) => ({ date, value: formatMinor(value, 'USD') })), stocks })
    },
  })
}

const idsOf = ({ venue }: Pick<App, 'venue'>, codes: readonly string[]): readonly string[] =>
  codes.map((stockCode) => venue.idOf(HOUSE_MARKET, stockCode))

/** Percent with two decimals as ten-thousandths, which they are. */
const limitOf = (typed: string | undefined, usual: bigint): bigint =>
  typed === undefined ? usual : (parseDecimal(typed, PERCENT_DECIMALS) ?? 0n)

const tradedMost = ({ venue }: App) =>
  [...venue.instruments.values()]
    .filter(isTradable)
    .map((instrument) => ({ instrument, volume: venue.facts(instrument.id)?.averageVolume30 ?? 0n }))
    .toSorted((a, b) => (a.volume > b.volume ? -1 : a.volume < b.volume ? 1 : 0))
    .slice(0, MAX_STOCKS_SHOWN)
    .map(({ instrument }) => instrument)

/** The robots with their examples, which are of the share that is traded most: worked out once a day, because each takes a while. */
function createExamples(app: App): () => Promise<readonly RobotRow[]> {
  let known: Readonly<{ day: string; rows: readonly RobotRow[] }> | null = null
  return async () => {
    const day = (await lastClosedDay(app)) ?? ''
    if (known?.day === day) return known.rows
    const [first] = tradedMost(app)
    const { bars, start } = first === undefined ? { bars: [], start: 0 } : await barsOfYear(app, first.id)
    const example = first === undefined || bars.length <= start ? null : { instrumentId: first.id, bars, start }
    const rows = robotList.map((robot) => presentRobot(app, robot, example))
    // A server that has just started may not know its past yet.
    if (example !== null) known = { day, rows }
    return rows
  }
}
