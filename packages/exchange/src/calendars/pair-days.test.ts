import { addDays } from '@rueda/rules/calendar-date.ts'
import type { PairContract } from '@rueda/rules/instruments/contract.ts'
import { nightsOn } from '@rueda/rules/margin/value-dates.ts'
import type { Currency } from '@rueda/rules/money.ts'
import { describe, expect, it } from 'vitest'
import { pairDays } from './pair-days.ts'

/** The nights of a pair's rollovers on the days from a Sunday to the Saturday after it. */
function week(pair: string, sunday: string): number[] {
  const [base, currency] = [pair.slice(0, 3) as PairContract['base'], pair.slice(3) as Currency]
  const contract: PairContract = { kind: 'pair', base, multiplier: 1n, largestLeverage: 30, pip: 1n, usualSpread: 1n }
  const days = pairDays(base, currency)
  return Array.from({ length: 7 }, (_, index) => nightsOn(addDays(sunday, index), contract, currency, days))
}

describe('the nights of a week (rule book B.5, O.16)', () => {
  it.each([
    ['EURUSD', [0, 1, 1, 3, 1, 1, 0]],
    ['GBPJPY', [0, 1, 1, 3, 1, 1, 0]],
    ['XAUUSD', [0, 1, 1, 3, 1, 1, 0]],
    ['USDMXN', [0, 1, 1, 3, 1, 1, 0]],
    ['USDCAD', [0, 1, 1, 1, 3, 1, 0]],
  ])('%s, from Sunday to Saturday', (pair, nights) => expect(week(pair, '2026-11-15')).toEqual(nights))
})

describe('a holiday adds days where the value date would fall on it', () => {
  it.each([
    // Thanksgiving, 26 November: banks in the United States are closed, those of the cross are not.
    ['EURUSD', '2026-11-22', [0, 2, 0, 3, 1, 1, 0]],
    ['EURGBP', '2026-11-22', [0, 1, 1, 3, 1, 1, 0]],
    ['USDCAD', '2026-11-22', [0, 1, 2, 0, 3, 1, 0]],
    // Columbus Day, Monday 12 October, is one of both Argentina and the United States.
    ['USDARS', '2026-10-04', [0, 1, 1, 4, 0, 1, 0]],
    // National Day in Taipei, Friday 9 October, and Columbus Day behind it.
    ['USDTWD', '2026-10-04', [0, 1, 5, 0, 0, 1, 0]],
    // Christmas Day, a Friday: nothing trades, and what Wednesday would have paid on it is paid on the Monday.
    ['EURUSD', '2026-12-20', [0, 1, 4, 1, 1, 0, 0]],
    // New Year's Day, a Friday.
    ['EURUSD', '2026-12-27', [0, 1, 4, 1, 1, 0, 0]],
  ])('%s in the week of %s', (pair, sunday, nights) => expect(week(pair, sunday)).toEqual(nights))

  it('over a year the nights are the days of the year', () => {
    const days = pairDays('EUR', 'USD')
    const contract: PairContract = { kind: 'pair', base: 'EUR', multiplier: 1n, largestLeverage: 30, pip: 1n, usualSpread: 1n }
    let nights = 0
    for (let date = '2026-01-05'; date < '2027-01-04'; date = addDays(date, 1)) nights += nightsOn(date, contract, 'USD', days)
    expect(nights).toBe(364)
  })
})
