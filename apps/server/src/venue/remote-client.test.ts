import { expect, test } from 'vitest'
import { INSTRUMENT } from '@rueda/exchange/testing/still-market.ts'
import type { Quote, VenueLabel } from '@rueda/exchange/venue.ts'
import { MINUTE_MS, SECOND_MS } from '@rueda/rules/time.ts'
import type { Changes } from './messages.ts'
import { createRemoteClient } from './remote-client.ts'

const NOON = Date.parse('2026-11-20T17:00:00Z')
const nothing: Changes = { listed: [], quotes: [], sessions: [], daily: [], settlementDays: [], splits: [], tradingDays: [] }
const ID = 'US:TEST'
const quote: Quote = {
  instrumentId: ID,
  last: 1n,
  open: 1n,
  high: 1n,
  low: 1n,
  previousClose: 1n,
  bid: 1n,
  ask: 1n,
  bidQuantity: 1n,
  askQuantity: 1n,
  volume: 1n,
  turnover: 1n,
  phase: 'OPEN',
  tradeDate: '2026-11-20',
  at: NOON,
}

/** A market whose clock runs this many times as fast as the machine's. */
function start(label: VenueLabel, factor: number) {
  let machineNow = 0
  const machine = { now: () => machineNow }
  const clock = { now: () => NOON + machineNow * factor }
  const link = { life: () => 1, submit: () => undefined, grow: () => undefined, ask: () => Promise.reject(new Error('nobody is asked')) }
  const { client, apply } = createRemoteClient({ label, listed: [], recordedSessions: null, scenario: null }, { link, clock, machine })
  const cycle = (changes: Partial<Changes> = {}): void => apply({ ...nothing, ...changes }, { market: clock.now(), machine: machine.now() })
  const pass = (ms: number): void => void (machineNow += ms)
  return { client, clock, cycle, pass, age: () => clock.now() - client.freshAt(ID) }
}

test('a contract month that comes into sight is known from that cycle on, by everybody who holds the list', () => {
  const { client, cycle } = start('SIM', 1)
  const { instruments } = client
  expect(instruments.size).toBe(0)
  cycle({ listed: [{ instrument: { ...INSTRUMENT, id: ID }, logo: '<svg/>' }] })
  expect(instruments.get(ID)?.code).toBe(INSTRUMENT.code)
  expect(client.logo(ID)).toBe('<svg/>')
})

test('an unchanged price is as fresh as the last cycle of the market', () => {
  const { cycle, pass, age } = start('SIM', 1)
  cycle({ quotes: [quote] })
  pass(MINUTE_MS)
  cycle()
  expect(age()).toBe(0)
})

test('a market that has gone silent makes every quote older', () => {
  const { cycle, pass, age } = start('SIM', 1)
  cycle({ quotes: [quote] })
  pass(11 * SECOND_MS)
  expect(age()).toBe(11 * SECOND_MS)
})

test('a market sixty times as fast is not stale between two cycles', () => {
  const { cycle, pass, age } = start('SIM', 60)
  cycle({ quotes: [quote] })
  pass(250)
  expect(age()).toBe(250)
})

test('a recorded quote is as old as it says itself, however often the market has a cycle', () => {
  const { cycle, pass, age } = start('REPLAY', 1)
  cycle({ quotes: [quote] })
  expect(age()).toBe(0)
  pass(2 * MINUTE_MS)
  cycle()
  expect(age()).toBe(2 * MINUTE_MS)
})
