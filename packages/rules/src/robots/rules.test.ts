import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../calendar-date.ts'
import { scaled } from '../decimal.ts'
import { FRACTION_STEP } from '../markets/market.ts'
import { usStockFees } from '../markets/us.ts'
import { type Bar, backtest, deepestFall, halfSpreadAt, lessRent, monthsOf, together } from './backtest.ts'
import { WHOLE, type RobotId, publishedRule, robotIds, robotList, robots, targetsOver } from './catalogue.ts'

/** The published rules of robots, and their examples (`docs/rules/robots.md` E.8). */
const files: Readonly<Record<RobotId, string>> = {
  ...{ smaCross: 'sma-cross', rsi: 'rsi', grid: 'grid', dca: 'dca', volatilityTarget: 'volatility-target' },
}
const price = fc.bigInt({ min: scaled('1'), max: scaled('500') })
const pricesOf = (...texts: readonly string[]): bigint[] => texts.map(scaled)

describe.each(robotIds)('the rule %s', (id) => {
  it('is published as it runs, under its hash', () => {
    expect(robots[id].text).toBe(readFileSync(join(import.meta.dirname, 'rules', `${files[id]}.ts`), 'utf8'))
    expect(createHash('sha256').update(publishedRule(robots[id])).digest('hex')).toBe(robots[id].hash)
    // It needs nothing that is not in its text.
    expect(robots[id].text).not.toContain('import')
  })

  it('wants a part of the capital, and the same whatever comes later', () => {
    fc.assert(
      fc.property(fc.array(price, { minLength: 70, maxLength: 110 }), fc.nat(39), (closes, cut) => {
        const all = targetsOver(robots[id], closes, 60)
        const until = closes.slice(0, closes.length - cut)
        expect(targetsOver(robots[id], until, 60)).toEqual(all.slice(0, Math.max(0, until.length - 60)))
        expect(all.every((target) => target >= 0n && target <= WHOLE)).toBe(true)
      }),
      { numRuns: 40 },
    )
  })
})

describe('rules by example', () => {
  const rising = Array.from({ length: 60 }, (_, day) => scaled(String(100 + day)))
  const decide = (id: RobotId, closes: readonly bigint[], start = 0): bigint => robots[id].decide(closes, start)

  it('the cross is in while the short mean is above the long one', () => {
    expect(decide('smaCross', rising)).toBe(WHOLE)
    expect(decide('smaCross', rising.toReversed())).toBe(0n)
    expect(decide('smaCross', rising.slice(0, 49))).toBe(0n)
  })

  it('the index buys what has fallen, holds through the middle and sells what has risen', () => {
    const fallen = Array.from({ length: 15 }, (_, day) => scaled(String(200 - day)))
    expect(decide('rsi', fallen)).toBe(WHOLE)
    expect(decide('rsi', [...fallen, ...pricesOf('187', '188', '189')])).toBe(WHOLE)
    expect(decide('rsi', [...fallen, ...Array.from({ length: 15 }, (_, day) => scaled(String(190 + day)))])).toBe(0n)
    expect(
      decide(
        'rsi',
        Array.from({ length: 20 }, () => scaled('100')),
      ),
    ).toBe(0n)
  })

  it('the grid holds half, a tenth more for 2 % less, and all of it in the end', () => {
    expect(decide('grid', pricesOf('100'))).toBe(5_000n)
    expect(decide('grid', pricesOf('100', '98'))).toBe(6_000n)
    expect(decide('grid', pricesOf('100', '98', '99.95'))).toBe(6_000n)
    expect(decide('grid', pricesOf('100', '98', '99.96'))).toBe(5_000n)
    expect(decide('grid', pricesOf('100', '20'))).toBe(WHOLE)
    expect(decide('grid', pricesOf('100', '500'))).toBe(0n)
  })

  it('regular buying takes a twelfth every fifth day', () => {
    expect([1, 5, 6, 11, 56, 60].map((days) => decide('dca', rising.slice(0, days)))).toEqual([833n, 833n, 1_666n, 2_500n, WHOLE, WHOLE])
  })

  it('the volatility target holds less of what moves more', () => {
    const moving = (percent: number) => Array.from({ length: 21 }, (_, day) => scaled(day % 2 === 0 ? '100' : String(100 + percent)))
    expect(decide('volatilityTarget', moving(0))).toBe(WHOLE)
    // About 1 % a day is 16 % a year, and 3 % is 47 %.
    expect(decide('volatilityTarget', moving(1))).toBe(9_000n)
    expect(decide('volatilityTarget', moving(3))).toBe(3_000n)
  })
})

describe('a backtest', () => {
  const bars = (closes: readonly string[]): Bar[] =>
    closes.map((close, day) => ({ date: `2026-10-${String(day + 1).padStart(2, '0')}`, open: scaled(close), close: scaled(close) }))
  const test = { capital: 100_000n, start: 0, halfSpread: scaled('0.001'), step: FRACTION_STEP, fees: usStockFees }
  const always = { decide: () => WHOLE }

  it('executes a close at the next open, half the spread away, with the charges of an order', () => {
    const { trades, values, held, charges } = backtest(always, bars(['100', '110', '121']), test)
    // 999.50 at 1 % above 110.11 buy 8.987412 shares.
    expect(trades).toEqual([
      { decidedOn: '2026-10-01', date: '2026-10-02', side: 'buy', price: scaled('110.11'), quantity: scaled('8.987412'), charges: 50n },
    ])
    expect(values.map(({ value }) => value)).toEqual([100_000n, 99_851n, 109_737n])
    expect(held).toEqual(values)
    expect(charges).toBe(50n)
  })

  it('knows no day after its own', () => {
    const closes = fc.array(price, { minLength: 62, maxLength: 90 })
    fc.assert(
      fc.property(closes, fc.constantFrom(...robotList), fc.nat(20), (prices, robot, cut) => {
        const all = prices.map((close, day) => ({ date: String(1_000 + day), open: close, close }))
        const until = all.slice(0, Math.max(61, all.length - cut))
        const whole = backtest(robot, all, { ...test, start: 60 })
        const part = backtest(robot, until, { ...test, start: 60 })
        expect(part.values).toEqual(whole.values.slice(0, part.values.length))
        for (const trade of whole.trades) expect(trade.decidedOn < trade.date).toBe(true)
        for (const { value } of whole.values) expect(value >= 0n).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  it('takes half of a usual spread from the last close, whatever the market quotes at the moment', () => {
    expect(halfSpreadAt(scaled('200'))).toBe(scaled('0.00005'))
    expect(halfSpreadAt(scaled('3'))).toBe(scaled('0.00333334'))
    expect(halfSpreadAt(0n)).toBe(0n)
  })

  it('subtracts the rent of each rental as it begins, and none from what is bought and kept', () => {
    const days = Array.from({ length: 62 }, (_, day) => ({ date: addDays('2026-01-01', day), open: scaled('100'), close: scaled('100') }))
    const never = { decide: () => 0n }
    const ran = backtest(never, days, test)
    const { values, before, rents, rentals, held } = lessRent(ran, 990n)
    // The first days of the rentals are 1 January, 31 January and 2 March.
    expect([values[0]?.value, values[29]?.value, values[30]?.value, values[60]?.value]).toEqual([99_010n, 99_010n, 98_020n, 97_030n])
    expect([rents, rentals]).toEqual([2_970n, 3])
    expect(before).toBe(ran.values)
    expect(held).toEqual(ran.held)
    expect(monthsOf(values, 100_000n).map(({ gain }) => gain)).toEqual([-scaled('0.0198'), 0n, -scaled('0.01009998')])
    expect(lessRent(ran, 0n)).toMatchObject({ rents: 0n, rentals: 0, values: ran.values })
    expect(lessRent(together([]), 990n)).toMatchObject({ rents: 0n, rentals: 0, values: [] })
  })

  it('adds up several shares, and tells the deepest fall and the months', () => {
    const one = backtest(always, bars(['100', '110', '121']), test)
    expect(together([one, one]).values.at(-1)?.value).toBe((one.values.at(-1)?.value ?? 0n) * 2n)
    expect(together([]).values).toEqual([])
    const points = [100n, 120n, 90n, 130n].map((value, at) => ({ date: `2026-0${at + 1}-15`, value }))
    expect(deepestFall(points)).toBe(scaled('0.25'))
    expect(monthsOf(points).map(({ gain }) => gain)).toEqual(
      ['0', '0.2', '-0.25', '0.44444444'].map((text) => (text.startsWith('-') ? -scaled(text.slice(1)) : scaled(text))),
    )
  })
})
