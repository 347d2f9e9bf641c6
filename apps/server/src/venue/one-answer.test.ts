import { expect, it } from 'vitest'
import type { VenueClient } from './client.ts'
import { withOneAnswer } from './one-answer.ts'

/** Method: a market in which every question moves the price. */
it('a price that was asked for stays, whatever the market does meanwhile', () => {
  let last = 100n
  const moving = {
    label: 'SIM',
    quote: (instrumentId: string) => (instrumentId === 'US:NONE' ? null : { instrumentId, last: (last += 1n) }),
    fxMid: () => ({ mid: (last += 1n) }),
  } as unknown as VenueClient
  const venue = withOneAnswer(moving)
  expect(venue.quote('US:ARDV')?.last).toBe(101n)
  expect(venue.quote('US:ARDV')?.last).toBe(101n)
  expect(venue.quote('US:BRBF')?.last).toBe(102n)
  expect(venue.quote('US:NONE')).toBeNull()
  const mid = venue.fxMid({ base: 'USD', quote: 'ARS' })
  expect(venue.fxMid({ base: 'USD', quote: 'ARS' })).toBe(mid)
  expect(venue.label).toBe('SIM')
  expect(withOneAnswer(moving).quote('US:ARDV')?.last).toBe(104n)
})
