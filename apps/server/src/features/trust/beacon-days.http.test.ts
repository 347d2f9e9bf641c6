import { BEACON_SCHEME } from '@rueda/proof/beacon.ts'
import { faultOfDay } from '@rueda/proof/day.ts'
import { ownBeacon } from '@rueda/proof/testing/own-beacon.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BeaconRule, type Fetch, askRule, readRound } from '../../beacon/beacon.ts'
import { THURSDAY_NOON, housesOfDays, provenOf } from '../../testing/houses-of-days.ts'

/** Days that wait for a round of a public beacon (`docs/rules/proof.md` P.23). */
const { open, start, close, harness, database, get, dayOf, entryAt, loggedKey, findingsAfter } = housesOfDays()

describe('a house with a beacon', () => {
  const { publicKey, sign } = ownBeacon()
  let isAway = false
  /** A chain of our own by the beacon's scheme. */
  const read: Fetch = async (address) => {
    if (isAway) throw new Error('away')
    const round = Number(address.split('/').at(-1))
    if (!Number.isNaN(round)) return { round, randomness: '00'.repeat(32), signature: sign(round) }
    return { period: 30, genesis_time: 1_700_000_000, public_key: publicKey, schemeID: BEACON_SCHEME }
  }
  const beacon = {
    askBeacon: (url: string) => askRule(url, read),
    readRound: (rule: BeaconRule, round: number) => readRound(rule, round, read),
  }
  const BEACON = 'drand:https://beacon.example/chain'

  beforeAll(async () => {
    await open()
    isAway = true
    await expect(start({ BEACON }, THURSDAY_NOON, beacon)).rejects.toThrow('could not be reached')
    isAway = false
    // A start that was refused leaves a house that is as new as before: its first day is drawn with the key of days.
    await start({ BEACON }, THURSDAY_NOON, beacon)
  })
  afterAll(async () => {
    await close()
  })

  test('logs the beacon with its key, and draws a day with the round that came before anybody read the day’s key', async () => {
    const { vrf } = (await get<{ vrf: { beacon: string } }>('keys')).body
    expect(vrf.beacon).toBe(`${BEACON} ${publicKey} 1700000000 30`)
    await harness().passTo('2026-11-20T01:30:00Z')
    await harness().passTo('2026-11-20T05:00:00Z')
    await harness().app.trustLog.checkpoint()
    const day = await dayOf('US', '2026-11-19')
    expect(faultOfDay(await loggedKey(), provenOf(day))).toBeNull()
    const round = Number(day.beacon?.round)
    // Five minutes before the first reading, which is three hours before the day begins in New York.
    expect(1_700_000_000 + (round - 1) * 30).toBe(
      Date.parse('2026-11-19T01:55:00Z') / 1_000 - ((Date.parse('2026-11-19T01:55:00Z') / 1_000 - 1_700_000_000) % 30),
    )
    expect(await entryAt(day.entry)).toMatchObject({ beacon: { round: day.beacon?.round, randomness: day.beacon?.randomness } })
    expect(harness().app.venue.halt('US:ARDV')).toBeNull()
  })

  test('keeps a market closed on a day whose round did not come, claims nothing of it, and goes on the day after', async () => {
    isAway = true
    await harness().passTo('2026-11-21T02:30:00Z')
    // It is told before the day begins, so that not even its first second is traded in.
    const [from, until] = [Date.parse('2026-11-21T05:00:00Z'), Date.parse('2026-11-22T05:00:00Z')]
    expect(harness().app.halts.standing()).toContainEqual(expect.objectContaining({ kind: 'halt', target: 'US', from, until }))
    expect(harness().app.venue.halt('US:ARDV')).toBeNull()
    await harness().passTo('2026-11-21T05:00:10Z')
    expect(harness().app.venue.halt('US:ARDV')).toMatchObject({ kind: 'halt', scope: 'market', target: 'US' })
    await harness().pass(1_000)
    expect(harness().app.venue.quote('US:ARDV')).toMatchObject({ phase: 'HALT' })
    expect(harness().app.venue.quote('US:ARDV')?.haltedSince).toBeUndefined()
    isAway = false
    await harness().passTo('2026-11-22T05:00:10Z')
    expect(harness().app.venue.halt('US:ARDV')).toBeNull()
    await harness().app.trustLog.checkpoint()
    const missing = await dayOf('US', '2026-11-21')
    expect(missing).toMatchObject({ unclaimed: 'beacon', beacon: null })
    expect(faultOfDay(await loggedKey(), provenOf(missing))).toBeNull()
    expect(await findingsAfter(async () => {})).toEqual([])
    const other =
      "update day_rounds set signature = set_byte(signature, 9, 255 - get_byte(signature, 9)) where randomness is not null and market = 'US'"
    expect(await findingsAfter((client) => client.query(other))).toEqual(['DAY-1'])
  })

  test('starts with that beacon and no other, and draws what it drew', async () => {
    const before = await dayOf('US', '2026-11-20')
    await harness().stop()
    await expect(start({}, Date.parse('2026-11-22T06:00:00Z'), beacon)).rejects.toThrow('never changes')
    await start({ BEACON }, Date.parse('2026-11-22T06:00:00Z'), beacon)
    expect(await dayOf('US', '2026-11-20')).toEqual(before)
  })

  test('asks again for the rounds of days that began while it was away, before it draws one without', async () => {
    await harness().stop()
    isAway = true
    await start({ BEACON }, Date.parse('2026-11-23T17:00:00Z'), beacon)
    await harness().pass(60_000)
    expect(await roundsOf('US')).not.toHaveProperty('2026-11-23')
    isAway = false
    await harness().pass(60_000)
    expect(await roundsOf('US')).toMatchObject({ '2026-11-23': true })
    await harness().stop()
    isAway = true
    await start({ BEACON }, Date.parse('2026-11-24T17:00:00Z'), beacon)
    expect(await roundsOf('US')).not.toHaveProperty('2026-11-24')
    await harness().pass(5 * 60_000)
    expect(await roundsOf('US')).toMatchObject({ '2026-11-24': false })
  })

  /** The days that something is decided of, and whether they have their round. */
  const roundsOf = async (market: string) => {
    const sql = 'select trade_date::text as date, randomness is not null as is_there from day_rounds where market = $1'
    const { rows } = await database().pool.query<{ date: string; is_there: boolean }>(sql, [market])
    return Object.fromEntries(rows.map(({ date, is_there: isThere }) => [date, isThere]))
  }
})
