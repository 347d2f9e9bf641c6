import { scaled } from '@rueda/rules/decimal.ts'
import { expect, it } from 'vitest'
import type { VenueInput } from '../inputs.ts'
import { createSimVenue } from '../sim-venue.ts'
import { INSTRUMENT, StillMarket, limit } from '../testing/still-market.ts'
import type { VenueEvent } from '../venue.ts'
import { compareExecutions } from './compare.ts'
import { rerun } from './rerun.ts'

/** Days that are run again (`docs/rules/proof.md` P.42). */
const HOUR = 3_600_000
const NOON = 12 * HOUR
const CLOSES = 16 * HOUR
const NEXT_DAY = 20 * HOUR
const TODAY = '2026-01-05'

function market(): StillMarket {
  const source = new StillMarket()
  source.volatility = 0
  const hours = { tradeDate: TODAY, opensAt: 0, closesAt: CLOSES }
  source.sessions = [
    { ...hours, from: 0, phase: 'OPEN', matching: true },
    { ...hours, from: CLOSES, phase: 'CLOSED', matching: false },
    { tradeDate: '2026-01-06', opensAt: 24 * HOUR, closesAt: 40 * HOUR, from: NEXT_DAY, phase: 'CLOSED', matching: false },
  ]
  return source
}
const executions = (events: readonly VenueEvent[]) => events.filter((event) => event.kind === 'execution')
const again = (source: StillMarket, inputs: readonly VenueInput[]) =>
  rerun({ instrument: INSTRUMENT, date: TODAY, inputs }, () => createSimVenue(source))

it('gives the executions of an order again that grew twice', () => {
  const source = market()
  source.print(NOON + 10_000, 'sell', '182.30', 100_000)
  const venue = createSimVenue(source)
  venue.advance(NOON)
  const order = { ...limit('buy', '182.32'), orderId: 'grows', knownTo: 1 }
  venue.submit(order, NOON)
  venue.grow({ orderId: 'grows', by: scaled('50'), sequence: 7 }, NOON + 1_000)
  venue.grow({ orderId: 'grows', by: scaled('70'), sequence: 9 }, NOON + 2_000)
  const booked = executions(venue.advance(NEXT_DAY))
  expect(booked.reduce((sum, { quantity }) => sum + quantity, 0n)).toBe(order.quantity + scaled('120'))
  const inputs = venue.takeInputs()
  expect(compareExecutions(booked, again(source, inputs), inputs)).toBeNull()
})

it('gives up to a moment what was executed until then', () => {
  const source = market()
  for (const at of [NOON + 10_000, NOON + 20_000]) source.print(at, 'sell', '182.30', 100_000)
  const venue = createSimVenue(source)
  venue.advance(NOON)
  venue.submit({ ...limit('buy', '182.32'), orderId: 'one' }, NOON)
  const before = venue.submit({ ...limit('buy', '182.32'), orderId: 'two' }, NOON + 15_000)
  const booked = executions([...before, ...venue.advance(NEXT_DAY)])
  const [first, second] = booked.map(({ at }) => at)
  const inputs = venue.takeInputs()
  const until = (moment: number) => rerun({ instrument: INSTRUMENT, date: TODAY, inputs, until: moment }, () => createSimVenue(source))
  expect(booked.map(({ orderId }) => orderId)).toEqual(['one', 'two'])
  expect(until(first ?? 0).map(({ orderId }) => orderId)).toEqual(['one'])
  expect(until((second ?? 0) - 1).map(({ orderId }) => orderId)).toEqual(['one'])
  expect(until(second ?? 0)).toEqual(again(source, inputs))
})

it('tolerates what was never booked of a day that was over when the venue came back', () => {
  const source = market()
  source.print(NOON + 10_000, 'sell', '182.30', 100_000)
  const venue = createSimVenue(source)
  venue.advance(NOON)
  venue.submit(limit('buy', '182.32'), NOON)
  const inputs = venue.takeInputs()
  expect(compareExecutions([], again(source, inputs), inputs)?.kind).toBe('missing')
  const cameBack = { kind: 'begin', halts: [], closed: [], listed: [], instrumentId: INSTRUMENT.id, tradeDate: TODAY } as const
  const whole = [...inputs, { ...cameBack, at: NEXT_DAY + 30 * 24 * HOUR }]
  expect(again(source, whole)).toHaveLength(again(source, inputs).length)
  expect(compareExecutions([], again(source, whole), whole)).toBeNull()
})
