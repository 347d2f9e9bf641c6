import { codeOfRental } from '@rueda/contract/codes.ts'
import type { RentalRow, RobotBars, RobotRow } from '@rueda/contract/robots.ts'
import { SCALE, divide, formatScaled, percentText } from '@rueda/rules/decimal.ts'
import { feesOf } from '@rueda/rules/instruments/terms.ts'
import { formatMinor, notional } from '@rueda/rules/money.ts'
import { HOUSE_MARKET } from '@rueda/rules/markets/markets.ts'
import { type Backtest, type Bar, backtest, deepestFall, halfSpreadAt, lessRent, monthsOf } from '@rueda/rules/robots/backtest.ts'
import { type Robot, WHOLE } from '@rueda/rules/robots/catalogue.ts'
import { isOpenRental } from '@rueda/rules/robots/rental.ts'
import { robotStepOf } from '@rueda/rules/robots/trade.ts'
import type { App } from '../../app.ts'
import type { Rented } from './store.ts'

/** The only place where a robot and a rental become JSON. */
type Told = Pick<App, 'venue'>
type Costed = Pick<App, 'venue' | 'settings' | 'fees' | 'clock'>

const text = (minor: bigint): string => formatMinor(minor, 'USD')
/** Ten-thousandths as percent. */
const limitText = (part: bigint): string => percentText(part, WHOLE)

export function presentRental({ venue }: Told, { rental, slots }: Rented): RentalRow {
  const { id, number, robotId, ruleHash, capital, rent, status, pauseReason, pausedOn, maxDailyLoss, maxDrawdown } = rental
  const shown = slots.map((slot) => {
    const instrument = venue.instruments.get(slot.instrumentId)
    const last = venue.quote(slot.instrumentId)?.last ?? 0n
    const value = slot.quantity === 0n ? 0n : last === 0n ? null : notional(last, slot.quantity, 'USD', 'DOWN')
    return { slot, value, name: instrument?.name ?? slot.instrumentId, code: instrument?.code ?? slot.instrumentId }
  })
  const isOpen = isOpenRental(rental)
  const value = isOpen ? shown.reduce((sum, part) => sum + part.slot.cash + (part.value ?? 0n), 0n) : rental.returned
  const today = venue.session(HOUSE_MARKET).tradeDate
  const settling = slots.flatMap(({ settlesOn }) => (settlesOn !== null && settlesOn >= today ? [settlesOn] : []))
  return {
    ...{ id, orderNo: number, robotId, ruleHash, currency: 'USD', capital: text(capital), rent: text(rent) },
    ...{ maxDailyLossPct: limitText(maxDailyLoss), maxDrawdownPct: limitText(maxDrawdown) },
    sellsAtLimit: rental.sellsAtLimit ? 1 : 0,
    handsOver: rental.handsOver ? 1 : 0,
    status: codeOfRental[status],
    expired: status === 'expired' || status === 'expiring' ? 1 : 0,
    pauseReason,
    pausedOn,
    resumable: status === 'paused' && pauseReason === 'dailyLoss' && pausedOn !== null && today > pausedOn ? 1 : 0,
    value: text(value),
    income: text(value - capital),
    zdf: percentText(value - capital, capital),
    dayValue: text(rental.value),
    peak: text(rental.peak),
    dailyLossAt: text(rental.value - divide(rental.value * maxDailyLoss, WHOLE, 'CEIL')),
    drawdownAt: text(rental.peak - divide(rental.peak * maxDrawdown, WHOLE, 'CEIL')),
    settlesOn: isOpen ? (settling.toSorted().at(-1) ?? null) : null,
    rentedOn: rental.rentedOn,
    slots: shown.map(({ slot, value: worth, name, code: stockCode }) => ({
      ...{ stockCode, name, cash: text(slot.cash), quantity: formatScaled(slot.quantity) },
      value: worth === null ? null : text(worth),
      ...{ target: limitText(slot.target), actedOn: slot.actedOn },
    })),
    createTimeTimestamp: rental.rentedAt,
    expireTimeTimestamp: rental.endsAt,
    endTimestamp: rental.endedAt,
  }
}

export function presentBars(app: Told, instrumentId: string, bars: readonly Bar[], start: number): RobotBars {
  const instrument = app.venue.instruments.get(instrumentId)
  return {
    stockCode: instrument?.code ?? instrumentId,
    name: instrument?.name ?? instrumentId,
    start: Math.max(0, start),
    halfSpread: formatScaled(halfSpreadAt(bars.at(-1)?.close ?? 0n)),
    bars: bars.map(({ date, open, close }) => ({ date, open: formatScaled(open), close: formatScaled(close) })),
  }
}

/** The robot with what it would have brought in its example: hypothetical, with the costs and the rent of today. */
export function presentRobot(app: Costed, robot: Robot, example: Example | null): RobotRow {
  const { id, text: source, parameters, hash } = robot
  return {
    ...{ id, text: source, hash },
    parameters: Object.entries(parameters).map(([name, value]) => ({ name, value: String(value) })),
    example: example === null ? null : presentExample(app, robot, example),
  }
}

type Example = Readonly<{ instrumentId: string; bars: readonly Bar[]; start: number }>
/** The capital of examples, in cents. */
const EXAMPLE_CAPITAL = 100_000n

function presentExample(app: Costed, robot: Robot, { instrumentId, bars, start }: Example): RobotRow['example'] {
  const instrument = app.venue.instruments.get(instrumentId)
  const [first, last] = [bars[start], bars.at(-1)]
  if (instrument === undefined || first === undefined || last === undefined) return null
  const ran = backtest(robot, bars, {
    ...{ capital: EXAMPLE_CAPITAL, start, halfSpread: halfSpreadAt(last.close) },
    ...{
      step: robotStepOf(instrument),
      fees: feesOf(instrument, SCALE, app.fees.rates({ market: instrument.market, accountId: null }, app.clock.now())),
    },
  })
  const tested = lessRent(ran, app.settings.ROBOT_RENT.minor)
  const months = monthsOf(tested.values, EXAMPLE_CAPITAL).map(({ gain }) => gain)
  const [worst = 0n, best = 0n] = [months.toSorted(byValue)[0], months.toSorted(byValue).at(-1)]
  return {
    ...{ stockCode: instrument.code, fromDate: first.date, toDate: last.date },
    worstMonth: percentText(worst),
    bestMonth: percentText(best),
    result: resultText(tested.values),
    resultBeforeRent: resultText(tested.before),
    ...{ capital: text(EXAMPLE_CAPITAL), rents: text(tested.rents) },
    holdResult: resultText(tested.held),
    maxDrawdown: percentText(deepestFall(tested.values)),
  }
}

const byValue = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)
const resultText = (points: Backtest['values']): string =>
  percentText((points.at(-1)?.value ?? EXAMPLE_CAPITAL) - EXAMPLE_CAPITAL, EXAMPLE_CAPITAL)
