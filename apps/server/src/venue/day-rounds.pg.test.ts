import { ownBeacon } from '@rueda/proof/testing/own-beacon.ts'
import { BEACON_SCHEME } from '@rueda/proof/beacon.ts'
import { beforeAll, afterAll, expect, it } from 'vitest'
import { type BeaconRule, type Fetch, askRule, parseRule, readRound } from '../beacon/beacon.ts'
import type { Database } from '../db/open.ts'
import { createTestDatabase } from '../testing/database.ts'
import { createRoundPublisher, decideRounds } from './day-rounds.ts'
import type { DayRound } from './vrf-days.ts'

/** `docs/rules/proof.md` P.23: what is decided of a day is decided once, and reaches the market whatever fails on the way. */
let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
  for (const market of ['US', 'TW'])
    await database.pool.query("insert into vrf_starts (market, from_date, added_at) values ($1, '2026-11-19', 0)", [market])
})
afterAll(() => database.stop())

const { publicKey, sign } = ownBeacon()
const beacon: Fetch = async (address) => {
  const round = Number(address.split('/').at(-1))
  if (!Number.isNaN(round)) return { round, randomness: '00'.repeat(32), signature: sign(round) }
  return { period: 30, genesis_time: 1_700_000_000, public_key: publicKey, schemeID: BEACON_SCHEME }
}
const NOW = Date.parse('2026-11-20T12:00:00Z')

it('keeps what it decided of one market when it cannot keep that of another, and decides each day once', async () => {
  const rule = parseRule((await askRule('drand:https://beacon.example/chain', beacon)) ?? '')
  const parts = {
    pool: database.pool,
    rule,
    alwaysOpen: true,
    isStarting: false,
    read: (of: BeaconRule, round: number) => readRound(of, round, beacon),
  }
  const decided: string[] = []
  const note = ({ market, date }: DayRound): unknown => decided.push(`${market} ${date}`)
  await database.pool.query("set role none; alter table day_rounds add constraint full_disk check (market <> 'TW'); reset role")
  await expect(decideRounds(parts, NOW, note)).rejects.toThrow('full_disk')
  expect(decided).toEqual(['US 2026-11-19', 'US 2026-11-20'])
  await database.pool.query('set role none; alter table day_rounds drop constraint full_disk; reset role')
  await decideRounds(parts, NOW, note)
  expect(decided.slice(2)).toEqual(['TW 2026-11-19', 'TW 2026-11-20'])
  await decideRounds(parts, NOW, note)
  expect(decided).toHaveLength(4)
})

it('publishes what could not be published with what is decided next, and nothing twice', async () => {
  const rounds: DayRound[] = ['2026-11-19', '2026-11-20'].map((date) => ({ market: 'US', date, value: null }))
  const [first, second] = rounds as [DayRound, DayRound]
  const next = [[first], [], [second], []]
  const publishing = createRoundPublisher(async (onDecided) => (next.shift() ?? []).forEach(onDecided))
  const published: (readonly DayRound[])[] = []
  const publish = async (of: readonly DayRound[]): Promise<void> => void published.push(of)
  const away = (): Promise<void> => Promise.reject(new Error('the database is away'))
  await expect(publishing(away)).rejects.toThrow('away')
  await publishing(publish)
  await publishing(publish)
  await publishing(publish)
  expect(published).toEqual([[first], [second]])
})

it('publishes what was decided although the rest could not be, and says so', async () => {
  const round: DayRound = { market: 'US', date: '2026-11-21', value: null }
  const publishing = createRoundPublisher(async (onDecided) => {
    onDecided(round)
    throw new Error('another market')
  })
  const published: (readonly DayRound[])[] = []
  await expect(publishing(async (of) => void published.push(of))).rejects.toThrow('another market')
  expect(published).toEqual([[round]])
})
