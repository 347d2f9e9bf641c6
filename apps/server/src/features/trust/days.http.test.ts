import { quotes } from '@rueda/contract/quotes.ts'
import { isPriceModel } from '@rueda/exchange/prices/day-laws.ts'
import { type KnownDay, recomputedDay } from '@rueda/exchange/world/recomputed-day.ts'
import { faultOfDay } from '@rueda/proof/day.ts'
import { marketNames } from '@rueda/rules/instruments/instrument.ts'
import { scaled } from '@rueda/rules/decimal.ts'
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { THURSDAY_NOON, bytesOfHex, housesOfDays, provenOf } from '../../testing/houses-of-days.ts'
import type { PublishedDays } from './days.ts'
import { engineOfDay } from '../../trust-log/engine-of-day.ts'
import { announceEngine, beginEngine } from '../../trust-log/engines.ts'
import { ownEngine } from '../../trust-log/own-engine.ts'
import { nameEngine } from './service.ts'

/** The line with another engine in it. */
const OTHER_ENGINE = "replace(entry, entry::jsonb ->> 'engine', repeat('ab', 32))"
const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()
const { open, start, close, harness, database, get, dayOf, daysThrough, entryAt, loggedKey, findingsAfter } = housesOfDays()

describe('a house without a seed', () => {
  beforeAll(async () => {
    await open()
    await start({}, THURSDAY_NOON)
  })
  afterAll(async () => {
    await close()
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
    await harness().passTo('2026-11-20T05:00:00Z')
    await harness().app.trustLog.checkpoint()
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
    const { items } = await harness().ask(quotes.kline, {
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
    await harness().stop()
    await start({}, Date.parse('2026-11-29T17:00:00Z'))
    await harness().pass(1_000)
    await harness().app.trustLog.checkpoint()
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
    const { rows } = await database().pool.query(
      "select entry::jsonb ->> 'market', entry::jsonb ->> 'date' from trust_entries where kind = 'day-key' group by 1, 2 having count(*) > 1",
    )
    expect(rows).toEqual([])
    expect(await findingsAfter(async () => {})).toEqual([])
    // Nothing of what is coming is promised by its hash any more, and nothing of it is told.
    expect(JSON.stringify(await harness().app.venue.commitments())).not.toContain('"key":null')
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
    const { statusCode, headers, rawPayload } = await harness().http.server.inject({ url: `/trust/engines/${hash}` })
    expect({ statusCode, hash: Buffer.from(sha256(rawPayload)).toString('hex') }).toEqual({ statusCode: 200, hash })
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
      'content-type': 'text/javascript; charset=utf-8',
    })
    for (const other of ['ab'.repeat(32), '..%2f1%2fcheckpoint', `${hash}.mjs`]) expect((await get(`engines/${other}`)).status).toBe(404)
    const place = join(harness().app.settings.DATA_DIR, 'trust/engines', `${hash}.mjs`)
    writeFileSync(place, 'export {}')
    expect(await findingsAfter(async () => {})).toEqual(['ENGINE-3'])
    rmSync(place)
    expect(await findingsAfter(async () => {})).toEqual(['ENGINE-3'])
    await nameEngine(harness().app)
    expect(readFileSync(place).equals(bytes)).toBe(true)
    expect(await findingsAfter(async () => {})).toEqual([])
  })

  test('names its engine once, and anew after another one served', async () => {
    const { hash } = await ownEngine()
    const other = { hash: 'ab'.repeat(32), bytes: new Uint8Array() }
    const named = async () => {
      await harness().app.trustLog.checkpoint()
      const sql = "select entry::jsonb ->> 'engine' as engine from trust_entries where kind = 'engine' order by entry_index"
      return (await database().pool.query<{ engine: string }>(sql)).rows.map(({ engine }) => engine)
    }
    expect(await named()).toEqual([hash])
    await beginEngine(database().pool, harness().app.files, other, harness().app.wallClock.now())
    await nameEngine(harness().app)
    await nameEngine(harness().app)
    expect(await named()).toEqual([hash, other.hash, hash])
    // What was known before the other one is no longer known for long: nobody goes to and fro between two.
    expect(await engineOfDay(database().pool, '2026-12-05', hash)).toEqual({ isEarly: false, isOther: false })
    expect(await engineOfDay(database().pool, '2026-12-15', hash)).toEqual({ isEarly: true, isOther: false })
    expect(await engineOfDay(database().pool, '2026-11-28', hash)).toMatchObject({ isEarly: true })
    expect(await findingsAfter(async () => {})).toEqual(['ENGINE-3'])
  })

  test('names an engine ahead, once, and its days are claimed from the first on', async () => {
    const { files } = harness().app
    const next = { hash: Buffer.from(sha256(new Uint8Array([1]))).toString('hex'), bytes: new Uint8Array([1]) }
    const now = harness().app.wallClock.now()
    const announced = { firstDate: '2026-12-08', isServing: false }
    expect(await announceEngine(database().pool, files, await ownEngine(), now)).toMatchObject({ isServing: true })
    expect(await announceEngine(database().pool, files, next, now)).toEqual(announced)
    expect(await announceEngine(database().pool, files, next, now + 86_400_000)).toEqual(announced)
    expect(await announceEngine(database().pool, files, next, now + 10 * 86_400_000)).toMatchObject({ isServing: true })
    await nameEngine(harness().app)
    await harness().app.trustLog.checkpoint()
    const { rows } = await database().pool.query<{ entry: string }>(
      "select entry from trust_entries where kind = 'engine' order by entry_index",
    )
    expect(rows).toHaveLength(4)
    expect(JSON.parse(rows[3]?.entry ?? '')).toMatchObject({ engine: next.hash, firstDate: '2026-12-08', isEmergency: false })
    expect(await engineOfDay(database().pool, '2026-12-07', next.hash)).toMatchObject({ isEarly: false })
    expect(await engineOfDay(database().pool, '2026-12-08', next.hash)).toMatchObject({ isEarly: true })
    // Who goes on with the one before draws days of which nothing is claimed.
    const { hash } = await ownEngine()
    expect(await engineOfDay(database().pool, '2026-12-08', hash)).toEqual({ isEarly: false, isOther: true })
    // Started sooner it is said again: what it was named for keeps its claim, and what comes before has none.
    await beginEngine(database().pool, files, next, now + 2 * 86_400_000)
    await harness().app.trustLog.checkpoint()
    expect(await engineOfDay(database().pool, '2026-12-05', next.hash)).toMatchObject({ isEarly: false })
    expect(await engineOfDay(database().pool, '2026-12-08', next.hash)).toMatchObject({ isEarly: true })
  })
})

/** Every key that the addresses tell, page by page, with the first day of the history. */
async function allKeys(through: string): Promise<{ days: KnownDay[]; historyFrom: string }> {
  const days: KnownDay[] = []
  for (const market of marketNames) {
    for (let next: string | null = through; next !== null;) {
      const page: PublishedDays = await daysThrough(market, next)
      days.push(
        ...page.days.flatMap(({ date, model, key }) => (isPriceModel(model) ? [{ market, date, model, key: bytesOfHex(key) }] : [])),
      )
      next = page.next
    }
  }
  return { days, historyFrom: days.findLast(({ market }) => market === 'US')?.date ?? '' }
}

describe('a house that had its days by promises', () => {
  beforeAll(async () => {
    await open()
    await start({ SIM_SEED: 'known days' }, THURSDAY_NOON)
  })
  afterAll(async () => {
    await close()
  })

  test('chooses nothing of the days after those that were promised, and keeps the ones before', async () => {
    expect(await dayOf('US', '2026-11-18')).toMatchObject({ unclaimed: 'history' })
    await harness().passTo('2026-11-20T17:00:00Z')
    await harness().app.trustLog.checkpoint()
    expect(await dayOf('US', '2026-11-19')).toMatchObject({ unclaimed: 'earlier', proof: null })
    await harness().stop()
    // Without the seed its days are the secret's own, which it is.
    await start({}, Date.parse('2026-11-21T17:00:00Z'))
    const { rows } = await database().pool.query<{ market: string; from: string; promised: string }>(
      `select market, from_date::text as from, (select max(trade_date)::text from day_commitments p where p.market = s.market) as promised from vrf_starts s`,
    )
    expect(rows.map(({ market }) => market).toSorted()).toEqual([...marketNames].toSorted())
    for (const { from, promised } of rows) {
      expect(from > '2026-11-28').toBe(true)
      expect(from > promised).toBe(true)
    }
    const from = rows.find(({ market }) => market === 'US')?.from ?? ''
    await harness().stop()
    await start({}, Date.parse(`${from}T17:00:00Z`) + 3 * 86_400_000)
    await harness().pass(1_000)
    await harness().app.trustLog.checkpoint()
    const { days } = await daysThrough('US', '2027-01-01')
    const claimed = days.filter(({ proof }) => proof !== null)
    expect(claimed.at(-1)).toMatchObject({ date: from, unclaimed: null })
    expect(days.filter(({ date }) => date < from && date >= '2026-11-19').every(({ unclaimed }) => unclaimed === 'earlier')).toBe(true)
    for (const day of claimed) expect(faultOfDay(await loggedKey(), provenOf(day))).toBeNull()
  })
})
