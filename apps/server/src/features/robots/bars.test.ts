import { addDays, dayNumber } from '@rueda/rules/calendar-date.ts'
import { expect, it } from 'vitest'
import type { App } from '../../app.ts'
import { barsOfYear } from './bars.ts'

/** A market with the bars of so many days up to yesterday; today is 2026-11-27. */
const TODAY = '2026-11-27'
const HALF_A_DAY_MS = 43_200_000
const isWeekend = (date: string): boolean => [2, 3].includes(dayNumber(date) % 7)
function marketOf(count: number, tradesAtWeekends: boolean): Pick<App, 'venue' | 'clock'> {
  const dates = Array.from({ length: count }, (_, day) => addDays(TODAY, day - count)).filter(
    (date) => tradesAtWeekends || !isWeekend(date),
  )
  const bars = dates.map((date) => ({ at: Date.parse(`${date}T12:00:00Z`), open: 1n, close: 1n }))
  const venue = {
    session: () => ({ tradeDate: TODAY }),
    bars: ({ limit }: { limit: number }) => Promise.resolve({ bars: bars.slice(-limit) }),
  }
  return { venue, clock: { now: () => Date.parse(`${TODAY}T12:00:00Z`) + HALF_A_DAY_MS } } as unknown as Pick<App, 'venue' | 'clock'>
}
const spanOf = async (count: number, tradesAtWeekends: boolean) => {
  const { bars, start } = await barsOfYear(marketOf(count, tradesAtWeekends), 'US:ARDV')
  return [bars[start]?.date, bars.at(-1)?.date, start]
}

it('a year is one by its dates, whether the market trades at weekends or not', async () => {
  expect(await spanOf(700, true)).toEqual(['2025-11-26', '2026-11-26', 60])
  expect(await spanOf(700, false)).toEqual(['2025-11-26', '2026-11-26', 60])
})

it('a market that is younger shows what there is after the warm-up, and a newborn one no day to decide on', async () => {
  expect(await spanOf(100, true)).toEqual(['2026-10-18', '2026-11-26', 60])
  expect(await spanOf(40, true)).toEqual([undefined, '2026-11-26', 60])
})
