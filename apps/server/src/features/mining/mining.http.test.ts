import { createHash } from 'node:crypto'
import { switches } from '@rueda/contract/admin/switches.ts'
import { type MiningState, mining } from '@rueda/contract/mining.ts'
import { security } from '@rueda/contract/security.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { hashOf, isShare } from '@rueda/rules/mining/share.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@rueda/rules/time.ts'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { expectSoundBooks } from '../../testing/sound-books.ts'
import { hire } from '../../testing/staff.ts'
import { findingsAfter } from '../../testing/tamper.ts'
import { start as beginRound, stop as endRound } from './change.ts'
import { miningRoutes } from './routes.ts'

/** Rounds in which every sixteenth number is a share (`docs/rules/mining.md` E.9). */
let harness: Harness
let ana: Customer
const SEARCH_MS = 2 * MINUTE_MS
const ROUND_MS = 10 * MINUTE_MS
const NOBODYS = '00000000-0000-7000-8000-000000000000'

beforeAll(async () => {
  harness = await startHarness({ environment: { MINING_TRIES: '16' } })
})
beforeEach(async () => {
  ana = await harness.newCustomer()
})
afterAll(async () => {
  await expectSoundBooks(harness.app.pool)
  await harness.stop()
})

let keys = 0
/** Two requests with the same body are two: each has a key of its own. */
const key = () => {
  keys += 1
  return { 'idempotency-key': `mining${keys}` }
}
const state = (who = ana) => harness.ask(mining.state, {}, who.token)
const start = (who = ana) => harness.call(mining.start, {}, who.token, key())
const stop = (who = ana) => harness.ask(mining.stop, {}, who.token)
const share = (roundId: string, nonce: string, who = ana) => harness.call(mining.share, { roundId, nonce }, who.token, key())
const refused = (name: Parameters<typeof codeOf>[0]) => ({ code: codeOf(name) })

type Known = NonNullable<MiningState['round']> & { challenge: string }
/** A round that mines, as its customer's browser sees it. */
async function miningRound(who = ana): Promise<Known> {
  await start(who)
  await harness.pass(SEARCH_MS)
  const { round } = await state(who)
  const challenge = round?.challenge ?? null
  if (round === null || challenge === null) throw new Error('it does not mine')
  return { ...round, challenge }
}
const numbers = Array.from({ length: 1_024 }, (_, number) => number.toString(16).padStart(16, '0'))
const sharesOf = ({ challenge, target }: Known) => numbers.filter((nonce) => isShare(hashOf(challenge, nonce), target))
const wrongOf = ({ challenge, target }: Known) => numbers.find((nonce) => !isShare(hashOf(challenge, nonce), target)) ?? ''

describe('a round', () => {
  it('is searched for, mined, and a success with its share', async () => {
    expect(await state()).toEqual({
      offered: 1,
      round: null,
      energy: { left: 20, aDay: 20, needed: 10, refillTimestamp: Date.UTC(2026, 10, 19) },
      target: `0${'f'.repeat(63)}`,
      tries: '16',
      roundMs: ROUND_MS,
      ordinaryRate: 300_000,
      nowTimestamp: harness.app.wallClock.now(),
    })
    const begun = await start()
    expect(begun.data?.round).toMatchObject({ status: 'searching', challenge: null, share: null, energyUsed: 0 })
    const until = begun.data?.round?.nextTimestamp ?? 0
    const searchMs = until - harness.app.wallClock.now()
    expect(searchMs).toBeGreaterThanOrEqual(30 * SECOND_MS)
    expect(searchMs).toBeLessThanOrEqual(120 * SECOND_MS)

    await harness.pass(searchMs)
    const { round, energy } = await state()
    expect(round).toMatchObject({ status: 'working', statusTimestamp: until, nextTimestamp: until + ROUND_MS, energyUsed: 1 })
    expect(energy.left).toBe(19)
    const known = { ...round, challenge: round?.challenge ?? '' } as Known
    expect(known.challenge).toMatch(/^[0-9a-f]{64}$/)

    const [nonce = ''] = sharesOf(known)
    const taken = await share(known.id, nonce)
    const hash = createHash('sha256')
      .update(Buffer.from(known.challenge + nonce, 'hex'))
      .digest('hex')
    expect(taken.data?.round).toMatchObject({ status: 'working', share: { nonce, hash, timestamp: harness.app.wallClock.now() } })
    await harness.pass(ROUND_MS)
    expect(await state()).toMatchObject({ round: { status: 'success', nextTimestamp: null, minedMs: ROUND_MS, energyUsed: 10 } })
    expect((await state()).energy).toMatchObject({ left: 10, needed: 10 })
  })

  it('fails without a share', async () => {
    await miningRound()
    await harness.pass(ROUND_MS)
    expect((await state()).round).toMatchObject({ status: 'failed', share: null })
  })

  it('is stopped for good, a second time without effect', async () => {
    await miningRound()
    const { round } = await stop()
    expect(round).toMatchObject({ status: 'stopped', nextTimestamp: null })
    await harness.pass(MINUTE_MS)
    expect((await stop()).round).toMatchObject({ status: 'stopped', statusTimestamp: round?.statusTimestamp })
    expect((await start()).data?.round?.id).not.toBe(round?.id)
    await stop()
  })

  it('is never stopped before it began, however many starts and stops meet', async () => {
    let moment = harness.app.wallClock.now()
    const deps = { ...harness.app, wallClock: { now: () => (moment += 1) } }
    const caller = { ...ana, frozen: false } as unknown as Parameters<typeof beginRound>[1]['caller']
    const begin = () => beginRound(deps, { caller, idempotency: { path: '/mining/start', key: key()['idempotency-key'], bodyHash: '' } })
    const all = await Promise.allSettled(Array.from({ length: 24 }, (_, at) => (at % 2 === 0 ? begin() : endRound(deps, ana.accountId))))
    expect(all.filter(({ status }) => status === 'rejected')).toEqual([])
  })

  it('goes on as if nothing had happened over a restart of the server', async () => {
    const { id } = await miningRound()
    await harness.pass(MINUTE_MS)
    const before = await state()
    const again = miningRoutes({ ...harness.app }).find(({ endpoint }) => endpoint.path === mining.state.path)
    const answer = await again?.handle({ caller: { accountId: ana.accountId } } as never)
    expect(answer).toEqual({ ok: true, value: before })
    expect(before.round).toMatchObject({ id, status: 'working' })
  })

  it('has a challenge of its own, and nobody else sees it', async () => {
    const juan = await harness.newCustomer()
    await start()
    await start(juan)
    await harness.pass(SEARCH_MS)
    const challenges = await Promise.all([state(), state(juan)].map(async (each) => (await each).round?.challenge))
    expect(new Set(challenges).size).toBe(2)
  })
})

describe('a start', () => {
  it('comes once, however often it is sent', async () => {
    const same = { 'idempotency-key': 'one-start' }
    const answers = await Promise.all([1, 2, 3].map(() => harness.call(mining.start, {}, ana.token, same)))
    expect(new Set(answers.map(({ data }) => data?.round?.id)).size).toBe(1)
    const other = await Promise.all([start(), start()])
    expect(other.map(({ code }) => code)).toEqual([codeOf('mining.running'), codeOf('mining.running')])
    expect((await harness.ask(mining.records, {}, ana.token)).total).toBe(1)
  })

  it('takes ten of energy, which comes back at midnight UTC', async () => {
    for (let round = 0; round < 2; round += 1) {
      await miningRound()
      await harness.pass(ROUND_MS)
    }
    const answer = await start()
    expect(answer).toMatchObject({ ...refused('energy.insufficient'), data: { num: 10 } })
    expect(answer.msg).toContain('10')
    const { energy, nowTimestamp } = await state()
    await harness.pass(energy.refillTimestamp - nowTimestamp)
    expect((await state()).energy.left).toBe(20)
    expect((await start()).code).toBe(200)
  })

  it('is refused while mining is switched off and to a frozen account; what runs goes on and can be stopped', async () => {
    const known = await miningRound()
    const admin = await hire(harness, ['admin'])
    await admin.ask(switches.turn, { reason: 'maintenance', name: 'mining', isOff: 1, cause: 'maintenance' })
    const juan = await harness.newCustomer()
    expect(await start(juan)).toMatchObject({ ...refused('feature.disabled'), data: { feature: 'mining' } })
    expect((await share(known.id, sharesOf(known)[0] ?? '')).code).toBe(200)
    await admin.ask(switches.turn, { reason: 'maintenance', name: 'mining', isOff: 0 })
    await harness.ask(security.freeze, {}, ana.token)
    expect((await stop()).round?.status).toBe('stopped')
    expect(await start()).toMatchObject(refused('account.frozen'))
  })
})

describe('a share', () => {
  it('is refused early, wrong, repeated, late and foreign, and the round loses nothing', async () => {
    const begun = await start()
    const early = begun.data?.round?.id ?? ''
    expect(await share(early, numbers[0] ?? '')).toMatchObject(refused('mining.share_late'))
    await harness.pass(SEARCH_MS)
    const { round } = await state()
    const known = { ...round, challenge: round?.challenge ?? '' } as Known
    const [first = '', second = ''] = sharesOf(known)
    expect(await share(known.id, wrongOf(known))).toMatchObject(refused('mining.share_wrong'))
    expect((await state()).round).toMatchObject({ status: 'working', share: null })

    const juan = await harness.newCustomer()
    for (const id of [known.id, NOBODYS]) expect(await share(id, first, juan)).toMatchObject(refused('object.not_found'))

    const same = { 'idempotency-key': 'one-share' }
    const answers = await Promise.all([1, 2].map(() => harness.call(mining.share, { roundId: known.id, nonce: first }, ana.token, same)))
    expect(answers.map(({ data }) => data?.round?.share?.nonce)).toEqual([first, first])
    for (const nonce of [first, second]) expect(await share(known.id, nonce)).toMatchObject(refused('mining.share_repeated'))

    await harness.pass(ROUND_MS)
    expect(await share(known.id, second)).toMatchObject(refused('mining.share_late'))
    expect((await state()).round).toMatchObject({ status: 'success', share: { nonce: first } })
  })

  it('is one of two that come at once', async () => {
    const known = await miningRound()
    const answers = await Promise.all(
      sharesOf(known)
        .slice(0, 4)
        .map((nonce) => share(known.id, nonce)),
    )
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array<number>(3).fill(codeOf('mining.share_repeated')),
    ])
  })

  it('of a round of another customer counts for nothing', async () => {
    const known = await miningRound()
    const juan = await harness.newCustomer()
    const his = await miningRound(juan)
    const foreign = sharesOf(known).find((nonce) => !sharesOf(his).includes(nonce)) ?? ''
    expect(await share(his.id, foreign, juan)).toMatchObject(refused('mining.share_wrong'))
  })
})

describe('what a customer keeps', () => {
  it('is every round, the newest first, page by page', async () => {
    const ids = []
    for (let round = 0; round < 3; round += 1) {
      ids.unshift((await start()).data?.round?.id)
      await harness.pass(SECOND_MS)
      await stop()
    }
    const first = await harness.ask(mining.records, { pageSize: 2 }, ana.token)
    expect(first).toMatchObject({ total: 3, pages: 2, pageNum: 1 })
    const second = await harness.ask(mining.records, { pageSize: 2, pageNum: 2 }, ana.token)
    expect([...first.list, ...second.list].map(({ id }) => id)).toEqual(ids)
    expect(first.list[0]).toMatchObject({ status: 'stopped', challenge: null, energyUsed: 0 })
  })

  it('comes with the export of their data, and goes with their account', async () => {
    const known = await miningRound()
    await share(known.id, sharesOf(known)[0] ?? '')
    const { link } = await harness.ask(security.exportData, {}, ana.token)
    const files = unzipSync((await harness.http.server.inject({ method: 'GET', url: link })).rawPayload)
    const { tables } = JSON.parse(strFromU8(files['all.json'] ?? new Uint8Array())) as { tables: Record<string, { id: string }[]> }
    expect(tables['mining_rounds']).toMatchObject([{ id: known.id, energy_a_day: 20 }])
    await harness.ask(security.close, { leaveMoney: 1 }, ana.token)
    expect((await harness.app.pool.query('select from mining_rounds where account_id = $1', [ana.accountId])).rowCount).toBe(0)
  })

  it('reaches their other screens by push, after it was done', async () => {
    const frames: unknown[] = []
    const hub = { publish: (...frame: readonly unknown[]) => void frames.push(frame) }
    const [, begin, end] = miningRoutes({ ...harness.app, hub: hub as never })
    const idempotency = { path: mining.start.path, key: 'pushed', bodyHash: '' }
    const caller = { accountId: ana.accountId, frozen: false }
    for (let time = 0; time < 2; time += 1) await begin?.handle({ caller, idempotency, input: {} } as never)
    await end?.handle({ caller, input: {} } as never)
    expect(frames).toMatchObject([
      [ana.accountId, 'mining', { round: { status: 'searching' } }],
      [ana.accountId, 'mining', { round: { status: 'stopped' } }],
    ])
  })
})

describe('a day with less energy than a round takes', () => {
  let scarce: Harness
  let eva: Customer
  beforeAll(async () => {
    scarce = await startHarness({ environment: { MINING_TRIES: '16', MINING_ENERGY: '6' } })
    eva = await scarce.newCustomer()
  })
  afterAll(async () => {
    await expectSoundBooks(scarce.app.pool)
    await scarce.stop()
  })

  it('stops the round until the next one, and forgets it after 24 hours', async () => {
    const now = () => scarce.ask(mining.state, {}, eva.token)
    const begin = () => scarce.call(mining.start, {}, eva.token, key())
    await begin()
    await scarce.pass(SEARCH_MS + 6 * MINUTE_MS)
    const { round, energy } = await now()
    expect(round).toMatchObject({ status: 'noEnergy', minedMs: 6 * MINUTE_MS, energyUsed: 6 })
    expect(energy).toMatchObject({ left: 0, aDay: 6, needed: 1 })
    expect(await begin()).toMatchObject({ ...refused('energy.insufficient'), data: { num: 1 } })

    await scarce.pass(energy.refillTimestamp - scarce.app.wallClock.now())
    expect((await begin()).data?.round).toMatchObject({ id: round?.id, status: 'working', minedMs: 6 * MINUTE_MS })
    await scarce.pass(4 * MINUTE_MS)
    expect((await now()).round).toMatchObject({ status: 'failed', energyUsed: 10 })

    await scarce.pass(DAY_MS)
    await begin()
    await scarce.pass(DAY_MS + 12 * HOUR_MS)
    expect((await now()).round).toMatchObject({ status: 'lapsed', minedMs: 6 * MINUTE_MS })
  })
})

describe('somebody with the whole database in hand', () => {
  const tampered = (sql: string) =>
    findingsAfter(harness.app.pool, null, async (client) => {
      await client.query('alter table mining_rounds drop constraint mining_share_is_true')
      await client.query(sql)
    })

  it.each([
    ['a share that is none', "share_hash = decode(repeat('00', 32), 'hex')", 'MINING-1'],
    ['an easier target that the share does not meet', "target = decode(repeat('00', 32), 'hex')", 'MINING-1'],
    ['a share from before the round mined', 'share_at = started_at + 1', 'MINING-1'],
  ])('cannot give themselves %s unseen', async (_, change, finding) => {
    const known = await miningRound()
    await share(known.id, sharesOf(known)[0] ?? '')
    expect(await tampered(`update mining_rounds set ${change} where id = '${known.id}'`)).toContain(finding)
  })

  it('cannot mine two rounds at once unseen', async () => {
    await miningRound()
    const copied = `insert into mining_rounds (account_id, id, challenge, target, energy_a_day, spent_before, started_at, resumed_at)
      select account_id, gen_random_uuid(), challenge, target, energy_a_day, spent_before, started_at + 1, resumed_at from mining_rounds
      where account_id = ${ana.accountId}`
    expect(await tampered(copied)).toContain('MINING-2')
  })

  it('changes nothing of a row through the app: the database hashes every share itself', async () => {
    const { id } = await miningRound()
    const forged = harness.app.pool.query(
      `update mining_rounds set share_nonce = decode(repeat('00', 8), 'hex'), share_hash = decode(repeat('00', 32), 'hex'), share_at = started_at + 60000
       where id = $1`,
      [id],
    )
    await expect(forged).rejects.toThrow('mining_share_is_true')
  })
})
