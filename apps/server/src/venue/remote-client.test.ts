import { expect, test } from 'vitest'
import { INSTRUMENT } from '@rueda/exchange/testing/still-market.ts'
import type { Quote, VenueLabel } from '@rueda/exchange/venue.ts'
import type { Rename } from '@rueda/rules/corporate/action.ts'
import { MINUTE_MS, SECOND_MS } from '@rueda/rules/time.ts'
import { type Changes, NO_CHANGES } from './messages.ts'
import { createRemoteClient } from './remote-client.ts'

const NOON = Date.parse('2026-11-20T17:00:00Z')
const nothing: Changes = NO_CHANGES
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
  const link = {
    life: async () => 1,
    submit: () => undefined,
    grow: () => undefined,
    ask: () => Promise.reject(new Error('nobody is asked')),
  }
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

const change = (exDate: string, oldCode: string, newCode: string, instrumentId = ID): Rename => ({
  ...{ kind: 'rename', instrumentId, exDate, oldCode, newCode },
})
const listed = (code: string) => ({ instrument: { ...INSTRUMENT, id: `US:${code}`, code }, logo: null })

test('a code changes with the trade date and the id does not, however late or often the market says so', () => {
  const { client, cycle } = start('SIM', 1)
  cycle({ listed: [listed('TEST')], renames: [['US', '2026-11-20', []]] })
  expect(client.idOf('US', 'TSTI')).toBe('US:TSTI')
  const renames = [change('2026-11-23', 'TEST', 'TSTI')]
  for (let times = 0; times < 2; times += 1) {
    cycle({ renames: [['US', '2026-11-23', renames]] })
    expect(client.instruments.get(ID)).toMatchObject({ id: ID, code: 'TSTI' })
    for (const code of ['TEST', 'TSTI']) expect(client.find('US', code)?.id).toBe(ID)
    expect(client.find('AR', 'TSTI')).toBeNull()
    expect(client.formerCodes(ID)).toEqual(['TEST'])
  }
  cycle({ renames: [['US', '2027-11-23', renames]] })
  expect([client.find('US', 'TEST'), client.formerCodes(ID)]).toEqual([null, []])
  // Nor does its old code find it as a part of its id.
  expect(client.instruments.has(client.idOf('US', 'TEST'))).toBe(false)
})

test('a server that starts after years knows every change, and an instrument that is listed later too', () => {
  const { client, cycle } = start('SIM', 1)
  const renames = [change('2026-11-23', 'TEST', 'TSTI'), change('2027-06-01', 'TSTI', 'TINS')]
  cycle({ renames: [['US', '2027-06-02', renames]] })
  cycle({ listed: [listed('TEST')] })
  expect(client.instruments.get(ID)?.code).toBe('TINS')
  expect(client.formerCodes(ID)).toEqual(['TSTI', 'TEST'])
  const at = (date: string) => client.writtenCode(ID, Date.parse(`${date}T17:00:00Z`))
  expect(['2026-11-20', '2026-11-23', '2026-11-24', '2027-06-01', '2027-06-02'].map(at)).toEqual([
    'TEST',
    'TSTI (TEST)',
    'TSTI',
    'TINS (TSTI)',
    'TINS',
  ])
})

test('of two that had a code, the one that has it is found', () => {
  const { client, cycle } = start('SIM', 1)
  cycle({ listed: [listed('NEW'), listed('OLD')], renames: [['US', '2026-11-23', [change('2026-11-23', 'OLD', 'ELSE', 'US:OLD')]]] })
  cycle({ listed: [{ ...listed('OLD'), instrument: { ...listed('NEW').instrument, id: 'US:OTHER', code: 'OLD' } }] })
  expect(client.find('US', 'OLD')?.id).toBe('US:OTHER')
  expect(client.find('US', 'ELSE')?.id).toBe('US:OLD')
})
