import type { RobotBars } from '@rueda/contract/robots.ts'
import { parseScaled } from '@rueda/rules/decimal.ts'
import { FRACTION_STEP } from '@rueda/rules/markets/market.ts'
import { usStockFees } from '@rueda/rules/markets/us.ts'
import { type Backtest, type Bar, backtest, together } from '@rueda/rules/robots/backtest.ts'
import { type RobotId, publishedRule, robots, targetsOver } from '@rueda/rules/robots/catalogue.ts'

/** A robot's decisions, worked out in the browser from published bars by the rules that the server runs. */
const barsOf = ({ bars }: Pick<RobotBars, 'bars'>): readonly Bar[] =>
  bars.map(({ date, open, close }) => ({ date, open: parseScaled(open) ?? 0n, close: parseScaled(close) ?? 0n }))

/** `capital` in cents, in equal parts over the shares. */
export function runBacktest(robotId: RobotId, stocks: readonly RobotBars[], capital: bigint): Backtest {
  const part = capital / BigInt(Math.max(1, stocks.length))
  return together(
    stocks.map((stock) =>
      backtest(robots[robotId], barsOf(stock), {
        ...{ capital: part, start: stock.start, halfSpread: parseScaled(stock.halfSpread) ?? 0n, step: FRACTION_STEP, fees: usStockFees },
      }),
    ),
  )
}

export type Decision = Readonly<{ date: string; stockCode: string; target: bigint }>

/** The days on which a rule wanted something else than the day before, since a rental began. */
export const decisionsOf = (robotId: RobotId, stocks: readonly RobotBars[]): readonly Decision[] =>
  stocks
    .flatMap((stock) => {
      const bars = barsOf(stock)
      const targets = targetsOver(
        robots[robotId],
        bars.map(({ close }) => close),
        stock.start,
      )
      return targets.flatMap((target, at) =>
        target === (targets[at - 1] ?? 0n) ? [] : [{ date: bars[stock.start + at]?.date ?? '', stockCode: stock.stockCode, target }],
      )
    })
    .toSorted((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0))

const HEXADECIMAL = 16

/** SHA-256 of a rule's text and parameters as this browser has them. */
export async function hashHere(robotId: RobotId): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(publishedRule(robots[robotId])))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(HEXADECIMAL).padStart(2, '0')).join('')
}
