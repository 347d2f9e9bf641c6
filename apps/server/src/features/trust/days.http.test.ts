import { quotes } from '@rueda/contract/quotes.ts'
import { isPriceModel } from '@rueda/exchange/prices/day-laws.ts'
import { type KnownDay, recomputedDay } from '@rueda/exchange/world/recomputed-day.ts'
import { BEACON_SCHEME } from '@rueda/proof/beacon.ts'
import { decodeEntry } from '@rueda/proof/entries.ts'
import { utf8 } from '@rueda/proof/bytes.ts'
import { faultOfDay } from '@rueda/proof/day.ts'
import { ownBeacon } from '@rueda/proof/testing/own-beacon.ts'
import { marketNames } from '@rueda/rules/instruments/instrument.ts'
import { scaled } from '@rueda/rules/decimal.ts'
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BeaconRule, type Fetch, askRule, readRound } from '../../beacon/beacon.ts'
import type { Database } from '../../db/open.ts'
import { verifyDays } from '../integrity/verify/days-again.ts'
import { verifyEngines } from '../integrity/verify/engines-again.ts'
import { createFindings } from '../integrity/verify/findings.ts'
import type { Snapshots } from '../integrity/verify/snapshots.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { type MarketHarness, startMarketHarness } from '../../testing/market-harness.ts'
import type { PublishedDay, PublishedDays } from './days.ts'
import { engineOfDay } from '../../trust-log/engine-of-day.ts'
import { announceEngine, beginEngine } from '../../trust-log/engines.ts'
import { ownEngine } from '../../trust-log/own-engine.ts'
import { beginService, nameEngine } from './service.ts'

/** Days that nobody chooses, as anybody outside checks them: with the log and the public addresses alone. */
const THURSDAY_NOON = Date.parse('2026-11-19T17:00:00Z')
/** The line with another engine in it. */
const OTHER_ENGINE = "replace(entry, entry::jsonb ->> 'engine', repeat('ab', 32))"
const hex = (text: string | null): Uint8Array => new Uint8Array(Buffer.from(text ?? '', 'hex'))
const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()

let database: Database
let house: MarketHarness

async function start(environment: Record<string, string>, machineAt: number, beacon = {}): Promise<void> {
  house = await startMarketHarness({ database, environment: { SIM_ALWAYS_OPEN: '1', ...environment }, machineAt, beacon })
  await beginService(house.app)
}

async function get<Answer>(address: string): Promise<Readonly<{ status: number; body: Answer }>> {
  const answer = await house.http.server.inject({ url: `/trust/${address}` })
  return { status: answer.statusCode, body: JSON.parse(answer.body) as Answer }
}
const dayOf = async (market: string, date: string) => (await get<PublishedDay>(`days/${market}/${date}`)).body
const daysThrough = async (market: string, date: string) => (await get<PublishedDays>(`days/${market}?through=${date}`)).body

async function entryAt(place: number | null) {
  const { rows } = await database.pool.query<{ entry: string }>('select entry from trust_entries where log = 1 and entry_index = $1', [
    place,
  ])
  const entry = decodeEntry(utf8(rows[0]?.entry ?? ''))
  return entry.ok ? entry.value : null
}

/** The key of days, out of the log and not out of what the server says of it. */
async function loggedKey(): Promise<Uint8Array> {
  const { rows } = await database.pool.query<{ entry: string }>(
    "select entry from trust_entries where kind = 'key' and entry::jsonb ->> 'purpose' = 'days'",
  )
  expect(rows).toHaveLength(1)
  return hex((JSON.parse(rows[0]?.entry ?? '') as { key: string }).key)
}

const provenOf = ({ market, date, proof, output, key, beacon }: PublishedDay) => ({
  ...{ market, date, proof: hex(proof), output: hex(output), key: hex(key) },
  beacon: beacon === null ? null : { round: Number(beacon.round), randomness: hex(beacon.randomness) },
})

describe('a house without a seed', () => {
  beforeAll(async () => {
    database = await createTestDatabase()
    await start({}, THURSDAY_NOON)
  })
  afterAll(async () => {
    await house.stop()
    await database.stop()
  })

  test('has its key of days among the first entries of its log', async () => {
    const { vrf } = (await get<{ vrf: { suite: string; publicKey: string; beacon: null; entry: number } }>('keys')).body
    expect(vrf).toMatchObject({ suite: 'ECVRF-EDWARDS25519-SHA512-TAI', beacon: null })
    expect(vrf.entry).toBeLessThan(4)
    expect(await entryAt(vrf.entry)).toMatchObject({ kind: 'key', purpose: 'days', key: vrf.publicKey, beacon: null, signedBy: null })
  })

  test('shows nothing of a day that is not over, history as what it is, and no day that there is not', async () => {
    expect(await dayOf('US', '2026-11-19')).toEqual({ market: 'US', date: '2026-11-19', state: 'sealed' })
    expect(await dayOf('US', '2026-11-18')).toMatchObject({
      unclaimed: 'history',
      proof: null,
      key: expect.stringMatching(/^[0-9a-f]{64}$/u),
    })
    expect((await get('days/US/2026-13-40')).status).toBe(404)
    expect((await get('days/MARS/2026-11-18')).status).toBe(404)
    expect((await get('days/US')).status).toBe(404)
  })

  test('proves a day once it is over, and anybody draws the bars that were served from it', async () => {
    await house.passTo('2026-11-20T05:00:00Z')
    await house.app.trustLog.checkpoint()
    const day = await dayOf('US', '2026-11-19')
    expect(faultOfDay(await loggedKey(), provenOf(day))).toBeNull()
    // The house began on that very day.
    expect(day).toMatchObject({ unclaimed: 'soon', beacon: null })
    expect(await entryAt(day.entry)).toMatchObject({
      kind: 'day-key',
      market: 'US',
      date: '2026-11-19',
      proof: day.proof,
      output: day.output,
      engine: day.engine,
    })
    expect(await entryAt(day.engineEntry)).toMatchObject({ kind: 'engine', engine: day.engine, firstDate: '2026-11-19', isEmergency: true })

    const end = Date.parse('2026-11-20T04:59:59Z')
    const { items } = await house.ask(quotes.kline, {
      stockCode: 'ARDV',
      market: 'US',
      type: '1m',
      endTimestamp: end,
      limit: 1_440,
      adjust: 'none',
    })
    const { bars: drawn } = recomputedDay({
      date: '2026-11-19',
      instrumentId: 'US:ARDV',
      alwaysOpen: true,
      scenario: null,
      sha256,
      ...(await allKeys('2026-11-19')),
    })
    expect(drawn).toHaveLength(1_440)
    expect(drawn.map(({ at, close, volume }) => [at, close, volume])).toEqual(
      items.map(({ timestamp, close, volume }) => [timestamp, scaled(close), scaled(volume)]),
    )
  })

  test('claims the days that begin a week after its key and engine were logged, over a restart, and says each once', async () => {
    await house.stop()
    await start({}, Date.parse('2026-11-29T17:00:00Z'))
    await house.pass(1_000)
    await house.app.trustLog.checkpoint()
    const { days } = await daysThrough('US', '2026-11-29')
    const claims = new Map(days.map(({ date, unclaimed }) => [date, unclaimed]))
    expect(['2026-11-18', '2026-11-19', '2026-11-27', '2026-11-28'].map((date) => claims.get(date))).toEqual([
      'history',
      'soon',
      'soon',
      null,
    ])
    const key = await loggedKey()
    for (const day of days.filter(({ proof }) => proof !== null)) expect(faultOfDay(key, provenOf(day)), day.date).toBeNull()
    const { rows } = await database.pool.query(
      "select entry::jsonb ->> 'market', entry::jsonb ->> 'date' from trust_entries where kind = 'day-key' group by 1, 2 having count(*) > 1",
    )
    expect(rows).toEqual([])
    expect(await findingsAfter(async () => {})).toEqual([])
    // Nothing of what is coming is promised by its hash any more, and nothing of it is told.
    expect(JSON.stringify(await house.app.venue.commitments())).not.toContain('"key":null')
  })

  test.each([
    [
      'another proof in the table',
      "update day_keys set proof = set_byte(proof, 40, 255 - get_byte(proof, 40)) where market = 'US'",
      ['DAY-1', 'DAY-2'],
    ],
    [
      'another value in the table',
      "update day_keys set output = set_byte(output, 0, 255 - get_byte(output, 0)) where market = 'TW'",
      ['DAY-1', 'DAY-2'],
    ],
    ['a day that was taken out', "delete from day_keys where market = 'US' and trade_date = '2026-11-21'", ['DAY-2', 'DAY-3']],
    ['a day that was never said', "delete from trust_entries where kind = 'day-key' and entry::jsonb ->> 'market' = 'FX'", ['DAY-2']],
    ['another key of days', "update vrf_keys set public_key = decode(repeat('ab', 32), 'hex')", ['DAY-2']],
    [
      'a second key of days in the log',
      "insert into trust_entries select log, entry_index + 1000000, kind, replace(entry, entry::jsonb ->> 'key', repeat('00', 32)) from trust_entries where kind = 'key' and entry::jsonb ->> 'purpose' = 'days'",
      ['DAY-1', 'DAY-2'],
    ],
    ['a start with another engine', `update trust_entries set entry = ${OTHER_ENGINE} where kind = 'start'`, ['ENGINE-1']],
    [
      'a day of an engine that the log never named',
      `update trust_entries set entry = ${OTHER_ENGINE} where kind = 'day-key' and entry::jsonb ->> 'date' = '2026-11-28'`,
      ['DAY-2', 'ENGINE-1', 'ENGINE-2'],
    ],
    [
      'an engine that was named a day later than the claim needs',
      "update trust_entries set entry = replace(entry, entry::jsonb ->> 'at', ((entry::jsonb ->> 'at')::bigint + 86400000)::text) where kind = 'engine'",
      ['ENGINE-2'],
    ],
    ['a day that is claimed too soon', "update day_keys set unclaimed = null where trade_date = '2026-11-25'", ['ENGINE-2']],
  ])('finds %s', async (_, sql, found) => {
    expect(await findingsAfter((client) => client.query(sql))).toEqual(found)
  })

  test('serves its engine as the file that the log names by its hash, and finds another file there', async () => {
    const { engine } = await dayOf('US', '2026-11-28')
    const { hash, bytes } = await ownEngine()
    expect(engine).toBe(hash)
    const { statusCode, headers, rawPayload } = await house.http.server.inject({ url: `/trust/engines/${hash}` })
    expect({ statusCode, hash: Buffer.from(sha256(rawPayload)).toString('hex') }).toEqual({ statusCode: 200, hash })
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
      'content-type': 'text/javascript; charset=utf-8',
    })
    for (const other of ['ab'.repeat(32), '..%2f1%2fcheckpoint', `${hash}.mjs`]) expect((await get(`engines/${other}`)).status).toBe(404)
    const place = join(house.app.settings.DATA_DIR, 'trust/engines', `${hash}.mjs`)
    writeFileSync(place, 'export {}')
    expect(await findingsAfter(async () => {})).toEqual(['ENGINE-3'])
    rmSync(place)
    expect(await findingsAfter(async () => {})).toEqual(['ENGINE-3'])
    await nameEngine(house.app)
    expect(readFileSync(place).equals(bytes)).toBe(true)
    expect(await findingsAfter(async () => {})).toEqual([])
  })

  test('names its engine once, and anew after another one served', async () => {
    const { hash } = await ownEngine()
    const other = { hash: 'ab'.repeat(32), bytes: new Uint8Array() }
    const named = async () => {
      await house.app.trustLog.checkpoint()
      const sql = "select entry::jsonb ->> 'engine' as engine from trust_entries where kind = 'engine' order by entry_index"
      return (await database.pool.query<{ engine: string }>(sql)).rows.map(({ engine }) => engine)
    }
    expect(await named()).toEqual([hash])
    await beginEngine(database.pool, house.app.settings.DATA_DIR, other, house.app.wallClock.now())
    await nameEngine(house.app)
    await nameEngine(house.app)
    expect(await named()).toEqual([hash, other.hash, hash])
    // What was known before the other one is no longer known for long: nobody goes to and fro between two.
    expect(await engineOfDay(database.pool, '2026-12-05', hash)).toEqual({ isEarly: false, isOther: false })
    expect(await engineOfDay(database.pool, '2026-12-15', hash)).toEqual({ isEarly: true, isOther: false })
    expect(await engineOfDay(database.pool, '2026-11-28', hash)).toMatchObject({ isEarly: true })
    expect(await findingsAfter(async () => {})).toEqual(['ENGINE-3'])
  })

  test('names an engine ahead, once, and its days are claimed from the first on', async () => {
    const folder = house.app.settings.DATA_DIR
    const next = { hash: Buffer.from(sha256(new Uint8Array([1]))).toString('hex'), bytes: new Uint8Array([1]) }
    const now = house.app.wallClock.now()
    const announced = { firstDate: '2026-12-08', isServing: false }
    expect(await announceEngine(database.pool, folder, await ownEngine(), now)).toMatchObject({ isServing: true })
    expect(await announceEngine(database.pool, folder, next, now)).toEqual(announced)
    expect(await announceEngine(database.pool, folder, next, now + 86_400_000)).toEqual(announced)
    expect(await announceEngine(database.pool, folder, next, now + 10 * 86_400_000)).toMatchObject({ isServing: true })
    await nameEngine(house.app)
    await house.app.trustLog.checkpoint()
    const { rows } = await database.pool.query<{ entry: string }>(
      "select entry from trust_entries where kind = 'engine' order by entry_index",
    )
    expect(rows).toHaveLength(4)
    expect(JSON.parse(rows[3]?.entry ?? '')).toMatchObject({ engine: next.hash, firstDate: '2026-12-08', isEmergency: false })
    expect(await engineOfDay(database.pool, '2026-12-07', next.hash)).toMatchObject({ isEarly: false })
    expect(await engineOfDay(database.pool, '2026-12-08', next.hash)).toMatchObject({ isEarly: true })
    // Who goes on with the one before draws days of which nothing is claimed.
    const { hash } = await ownEngine()
    expect(await engineOfDay(database.pool, '2026-12-08', hash)).toEqual({ isEarly: false, isOther: true })
    // Started sooner it is said again: what it was named for keeps its claim, and what comes before has none.
    await beginEngine(database.pool, folder, next, now + 2 * 86_400_000)
    await house.app.trustLog.checkpoint()
    expect(await engineOfDay(database.pool, '2026-12-05', next.hash)).toMatchObject({ isEarly: false })
    expect(await engineOfDay(database.pool, '2026-12-08', next.hash)).toMatchObject({ isEarly: true })
  })
})

/** What the checks of days find after somebody with every right changed something, which is undone again. */
async function findingsAfter(tamper: (client: PoolClient) => Promise<unknown>): Promise<readonly string[]> {
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    await client.query('set local role none')
    for (const table of ['day_keys', 'day_rounds', 'vrf_keys', 'trust_entries'])
      await client.query(`alter table ${table} disable trigger all`)
    await tamper(client)
    const findings = createFindings(() => 0)
    const snapshots: Snapshots = {
      ...{ renew: async () => undefined, end: async () => undefined, generation: () => 1, together: (read) => read() },
      query: (sql, values = []) => client.query(sql, [...values]),
    }
    await verifyDays({ snapshots, findings }, null)
    await verifyEngines({ snapshots, findings, dataFolder: house.app.settings.DATA_DIR })
    return findings.all().flatMap(({ id, offending }) => (offending.length > 0 ? [id] : []))
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** Every key that the addresses tell, page by page, with the first day of the history. */
async function allKeys(through: string): Promise<{ days: KnownDay[]; historyFrom: string }> {
  const days: KnownDay[] = []
  for (const market of marketNames) {
    for (let next: string | null = through; next !== null;) {
      const page: PublishedDays = await daysThrough(market, next)
      days.push(...page.days.flatMap(({ date, model, key }) => (isPriceModel(model) ? [{ market, date, model, key: hex(key) }] : [])))
      next = page.next
    }
  }
  return { days, historyFrom: days.findLast(({ market }) => market === 'US')?.date ?? '' }
}

describe('a house that had its days by promises', () => {
  beforeAll(async () => {
    database = await createTestDatabase()
    await start({ SIM_SEED: 'known days' }, THURSDAY_NOON)
  })
  afterAll(async () => {
    await house.stop()
    await database.stop()
  })

  test('chooses nothing of the days after those that were promised, and keeps the ones before', async () => {
    expect(await dayOf('US', '2026-11-18')).toMatchObject({ unclaimed: 'history' })
    await house.passTo('2026-11-20T17:00:00Z')
    await house.app.trustLog.checkpoint()
    expect(await dayOf('US', '2026-11-19')).toMatchObject({ unclaimed: 'earlier', proof: null })
    await house.stop()
    // Without the seed its days are the secret's own, which it is.
    await start({}, Date.parse('2026-11-21T17:00:00Z'))
    const { rows } = await database.pool.query<{ market: string; from: string; promised: string }>(
      `select market, from_date::text as from, (select max(trade_date)::text from day_commitments p where p.market = s.market) as promised from vrf_starts s`,
    )
    expect(rows.map(({ market }) => market).toSorted()).toEqual([...marketNames].toSorted())
    for (const { from, promised } of rows) {
      expect(from > '2026-11-28').toBe(true)
      expect(from > promised).toBe(true)
    }
    const from = rows.find(({ market }) => market === 'US')?.from ?? ''
    await house.stop()
    await start({}, Date.parse(`${from}T17:00:00Z`) + 3 * 86_400_000)
    await house.pass(1_000)
    await house.app.trustLog.checkpoint()
    const { days } = await daysThrough('US', '2027-01-01')
    const claimed = days.filter(({ proof }) => proof !== null)
    expect(claimed.at(-1)).toMatchObject({ date: from, unclaimed: null })
    expect(days.filter(({ date }) => date < from && date >= '2026-11-19').every(({ unclaimed }) => unclaimed === 'earlier')).toBe(true)
    for (const day of claimed) expect(faultOfDay(await loggedKey(), provenOf(day))).toBeNull()
  })
})

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
    database = await createTestDatabase()
    isAway = true
    await expect(start({ BEACON }, THURSDAY_NOON, beacon)).rejects.toThrow('could not be reached')
    isAway = false
    // A start that was refused leaves a house that is as new as before: its first day is drawn with the key of days.
    await start({ BEACON }, THURSDAY_NOON, beacon)
  })
  afterAll(async () => {
    await house.stop()
    await database.stop()
  })

  test('logs the beacon with its key, and draws a day with the round that came before anybody read the day’s key', async () => {
    const { vrf } = (await get<{ vrf: { beacon: string } }>('keys')).body
    expect(vrf.beacon).toBe(`${BEACON} ${publicKey} 1700000000 30`)
    await house.passTo('2026-11-20T01:30:00Z')
    await house.passTo('2026-11-20T05:00:00Z')
    await house.app.trustLog.checkpoint()
    const day = await dayOf('US', '2026-11-19')
    expect(faultOfDay(await loggedKey(), provenOf(day))).toBeNull()
    const round = Number(day.beacon?.round)
    // Five minutes before the first reading, which is three hours before the day begins in New York.
    expect(1_700_000_000 + (round - 1) * 30).toBe(
      Date.parse('2026-11-19T01:55:00Z') / 1_000 - ((Date.parse('2026-11-19T01:55:00Z') / 1_000 - 1_700_000_000) % 30),
    )
    expect(await entryAt(day.entry)).toMatchObject({ beacon: { round: day.beacon?.round, randomness: day.beacon?.randomness } })
    expect(house.app.venue.halt('US:ARDV')).toBeNull()
  })

  test('keeps a market closed on a day whose round did not come, claims nothing of it, and goes on the day after', async () => {
    isAway = true
    await house.passTo('2026-11-21T02:30:00Z')
    // It is told before the day begins, so that not even its first second is traded in.
    const [from, until] = [Date.parse('2026-11-21T05:00:00Z'), Date.parse('2026-11-22T05:00:00Z')]
    expect(house.app.halts.standing()).toContainEqual(expect.objectContaining({ kind: 'halt', target: 'US', from, until }))
    expect(house.app.venue.halt('US:ARDV')).toBeNull()
    await house.passTo('2026-11-21T05:00:10Z')
    expect(house.app.venue.halt('US:ARDV')).toMatchObject({ kind: 'halt', scope: 'market', target: 'US' })
    await house.pass(1_000)
    expect(house.app.venue.quote('US:ARDV')).toMatchObject({ phase: 'HALT' })
    expect(house.app.venue.quote('US:ARDV')?.haltedSince).toBeUndefined()
    isAway = false
    await house.passTo('2026-11-22T05:00:10Z')
    expect(house.app.venue.halt('US:ARDV')).toBeNull()
    await house.app.trustLog.checkpoint()
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
    await house.stop()
    await expect(start({}, Date.parse('2026-11-22T06:00:00Z'), beacon)).rejects.toThrow('never changes')
    await start({ BEACON }, Date.parse('2026-11-22T06:00:00Z'), beacon)
    expect(await dayOf('US', '2026-11-20')).toEqual(before)
  })

  test('asks again for the rounds of days that began while it was away, before it draws one without', async () => {
    await house.stop()
    isAway = true
    await start({ BEACON }, Date.parse('2026-11-23T17:00:00Z'), beacon)
    await house.pass(60_000)
    expect(await roundsOf('US')).not.toHaveProperty('2026-11-23')
    isAway = false
    await house.pass(60_000)
    expect(await roundsOf('US')).toMatchObject({ '2026-11-23': true })
    await house.stop()
    isAway = true
    await start({ BEACON }, Date.parse('2026-11-24T17:00:00Z'), beacon)
    expect(await roundsOf('US')).not.toHaveProperty('2026-11-24')
    await house.pass(5 * 60_000)
    expect(await roundsOf('US')).toMatchObject({ '2026-11-24': false })
  })

  /** The days that something is decided of, and whether they have their round. */
  const roundsOf = async (market: string) => {
    const sql = 'select trade_date::text as date, randomness is not null as is_there from day_rounds where market = $1'
    const { rows } = await database.pool.query<{ date: string; is_there: boolean }>(sql, [market])
    return Object.fromEntries(rows.map(({ date, is_there: isThere }) => [date, isThere]))
  }
})
