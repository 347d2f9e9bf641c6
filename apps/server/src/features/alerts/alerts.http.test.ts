import { alerts } from '@rueda/contract/alerts.ts'
import type { InputOf } from '@rueda/contract/endpoint.ts'
import { messages } from '@rueda/contract/messages.ts'
import { MAX_ALERTS } from '@rueda/rules/alerts/alert-request.ts'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PushHub } from '../../push/hub.ts'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { INDEX, SHARE } from '../../testing/fake-venue.ts'
import { expectSoundBooks } from '../../testing/sound-books.ts'
import { type AlertWatch, watchAlerts } from './watch.ts'

/** A market that stands at 182.36 until a test moves it. */
let harness: Harness
let watch: AlertWatch
let ana: Customer
const NOBODYS = '00000000-0000-7000-8000-000000000000'
const ABOVE = { stockCode: SHARE.code, kind: 'above', level: '190' } as const

beforeAll(async () => {
  harness = await startHarness()
  watch = await watchAlerts(harness.app)
})
beforeEach(async () => {
  await harness.app.pool.query('delete from alerts')
  await moveTo('182.36')
  ana = await harness.newCustomer()
})
afterAll(async () => {
  await watch.stop()
  await expectSoundBooks(harness.app.pool)
  await harness.stop()
})

async function moveTo(price: string): Promise<void> {
  harness.market.last = price
  await harness.pass(MINUTE_MS)
  await watch.refresh()
}

const save = async (input: Partial<InputOf<typeof alerts.save>> = {}, who = ana) => {
  const saved = await harness.ask(alerts.save, { ...ABOVE, ...input }, who.token)
  await watch.refresh()
  return saved
}
const list = async (who = ana) => (await harness.ask(alerts.list, {}, who.token)).list
const log = async (who = ana) => (await harness.ask(alerts.deliveries, {}, who.token)).list
const told = async (who = ana) => (await harness.ask(messages.list, { type: 'alert' }, who.token)).list.map(({ title }) => title)

describe('an alert', () => {
  it('is shown with its instrument and where its price stands', async () => {
    const saved = await save()
    expect(saved).toMatchObject({
      ...ABOVE,
      market: 'US',
      name: SHARE.name,
      level: '190.00',
      status: 'armed',
      repeats: 0,
      price_nominal: '182.36',
    })
    expect(await harness.ask(alerts.list, {}, ana.token)).toEqual({ list: [saved], most: MAX_ALERTS })
    expect((await harness.ask(alerts.list, { stockCode: INDEX.code, market: 'IDX' }, ana.token)).list).toEqual([])
  })

  it('fires once: a message, a line in the log, and quiet from then on', async () => {
    const { id } = await save()
    await moveTo('189.99')
    expect(await told()).toEqual([])
    await moveTo('190.5')
    await moveTo('180')
    await moveTo('191')
    expect(await told()).toEqual(['TEST llegó a 190,00'])
    expect(await list()).toMatchObject([{ id, status: 'fired', firedTimestamp: expect.any(Number) as number }])
    const [message] = (await harness.ask(messages.list, { type: 'alert' }, ana.token)).list
    expect(message).toMatchObject({
      content: 'Test Instruments (TEST) cotiza a 190,50, igual o por encima de tu nivel de 190,00.',
      link: 'instrument:US:TEST',
    })
    expect(await log()).toMatchObject([
      { alertId: id, messageId: message?.id, kind: 'above', level: '190.00', price: '190.50', pushed: 0, attempts: 1 },
    ])
  })

  it('fires again once it is armed again, which it cannot be where it would fire at once', async () => {
    const { id } = await save()
    await moveTo('190')
    expect(await harness.call(alerts.turn, { id, on: 1 }, ana.token)).toMatchObject({ code: 3031 })
    await moveTo('189')
    expect(await harness.ask(alerts.turn, { id, on: 1 }, ana.token)).toMatchObject({ status: 'armed' })
    await moveTo('190')
    expect(await told()).toHaveLength(2)
  })

  it('that repeats stays armed and fires once a trade date', async () => {
    await save({ repeats: 1 })
    await moveTo('190')
    await moveTo('189')
    await moveTo('190')
    expect(await told()).toHaveLength(1)
    expect(await list()).toMatchObject([{ status: 'armed', repeats: 1 }])
  })

  it('keeps quiet while it is switched off, and after it was deleted', async () => {
    const off = await save()
    const gone = await save({ level: '189' })
    await harness.ask(alerts.turn, { id: off.id, on: 0 }, ana.token)
    for (let time = 0; time < 2; time += 1) expect(await harness.ask(alerts.remove, { id: gone.id }, ana.token)).toBe(true)
    await moveTo('191')
    expect(await told()).toEqual([])
    expect(await list()).toMatchObject([{ id: off.id, status: 'off' }])
  })

  it('fires at the level it was changed to, not at the one before', async () => {
    const { id } = await save()
    await harness.ask(alerts.save, { ...ABOVE, id, level: '195' }, ana.token)
    await moveTo('191')
    expect(await told()).toEqual([])
    await moveTo('195')
    expect(await told()).toEqual(['TEST llegó a 195,00'])
  })

  it('goes to every customer who asked, in one look', async () => {
    const juan = await harness.newCustomer()
    await save()
    await save({}, juan)
    await save({ level: '189.5' }, juan)
    await moveTo('190')
    expect([(await told()).length, (await told(juan)).length]).toEqual([1, 2])
  })
})

describe('what goes wrong', () => {
  it('an alert survives a restart, and fires for what happened meanwhile', async () => {
    await save()
    await watch.stop()
    harness.market.last = '190'
    await harness.pass(MINUTE_MS)
    watch = await watchAlerts(harness.app)
    await watch.refresh()
    expect(await told()).toHaveLength(1)
  })

  it('no alert fires on a quote that is stale', async () => {
    await save()
    await watch.stop()
    harness.market.last = '190'
    await harness.pass(MINUTE_MS)
    const silent = { ...harness.app.venue, freshAt: () => harness.app.clock.now() - MINUTE_MS }
    const stale = await watchAlerts({ ...harness.app, venue: silent })
    await stale.refresh()
    expect(await told()).toEqual([])
    await stale.stop()
    await moveTo('182.36')
    watch = await watchAlerts(harness.app)
  })

  it('one that could not be written is tried again, and its log says so', async () => {
    await save()
    await watch.stop()
    let refusals = 1
    const connect = (): Promise<unknown> => {
      refusals -= 1
      return refusals < 0 ? harness.app.pool.connect() : Promise.reject(new Error('the database is away'))
    }
    const query = (...asked: Parameters<Pool['query']>): unknown => harness.app.pool.query(...asked)
    const flaky = await watchAlerts({ ...harness.app, pool: { connect, query } as unknown as Pool })
    harness.market.last = '190'
    await harness.pass(MINUTE_MS)
    await flaky.refresh()
    await flaky.stop()
    expect(await log()).toMatchObject([{ attempts: 2 }])
    expect(harness.problems.splice(0).join()).toContain('an alert was not written, trying again')
    watch = await watchAlerts(harness.app)
  })

  it('two servers that see the same price tell it once', async () => {
    await save()
    const other = await watchAlerts(harness.app)
    await moveTo('190')
    await other.refresh()
    await other.stop()
    expect(await told()).toHaveLength(1)
    expect(await log()).toHaveLength(1)
  })
})

it('is pushed to who is connected, and the log says so', async () => {
  const frames: unknown[] = []
  await watch.stop()
  const hub = {
    ...harness.app.hub,
    isListening: () => true,
    publish: (accountId: string, channel: string, data: unknown) => void (accountId === ana.accountId && frames.push([channel, data])),
  }
  watch = await watchAlerts({ ...harness.app, hub: hub as unknown as PushHub })
  await save()
  await moveTo('190')
  const [line] = await log()
  expect(line).toMatchObject({ pushed: 1 })
  expect(frames).toMatchObject([['message', { unread: 2, message: { id: line?.messageId, type: 'alert' } }]])
  await watch.stop()
  watch = await watchAlerts(harness.app)
})

describe('what is refused', () => {
  it.each([
    [{ level: '182.36' }, 3031],
    [{ level: '190.005' }, 3006],
    [{ level: '-5' }, 1000],
    [{ level: '99999999999' }, 1000],
    [{ kind: 'rise', level: '0.01' }, 1000],
    [{ kind: 'volume', stockCode: INDEX.code, market: 'IDX', level: '5' }, 1000],
    [{ stockCode: 'NOBODY' }, 3000],
    [{ kind: 'luck' as never }, 1000],
  ] as const)('%j with %i', async (input, code) => {
    expect(await harness.call(alerts.save, { ...ABOVE, ...input }, ana.token)).toMatchObject({ code })
  })

  it('the same level twice is one alert, also by an edit', async () => {
    const first = await save()
    const again = await save({ repeats: 1 })
    expect(again).toMatchObject({ id: first.id, repeats: 1 })
    const other = await save({ level: '195' })
    expect(await save({ id: other.id, level: '190' })).toMatchObject({ id: first.id })
    expect((await list()).map(({ id }) => id)).toEqual([first.id])
  })

  it('one too many, however fast they come', async () => {
    await harness.app.pool.query(
      `insert into alerts (account_id, id, instrument_id, kind, level, repeats, status, created_at, changed_at)
       select $1, gen_random_uuid(), 'US:TEST', 'above', (200 + number) * 100000000::bigint, false, 'off', 1, 1 from generate_series(1, $2) as number`,
      [ana.accountId, MAX_ALERTS - 1],
    )
    const answers = await Promise.all(['190', '191'].map((level) => harness.call(alerts.save, { ...ABOVE, level }, ana.token)))
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200, 3030]))
    expect(answers.find(({ code }) => code === 3030)?.msg).toContain(String(MAX_ALERTS))
  })

  it('somebody else’s alert reads as a missing one', async () => {
    const juan = await harness.newCustomer()
    const { id } = await save({}, juan)
    for (const asked of [id, NOBODYS]) {
      expect(await harness.call(alerts.turn, { id: asked, on: 0 }, ana.token)).toMatchObject({ code: 1002 })
      expect(await harness.call(alerts.save, { ...ABOVE, id: asked, level: '195' }, ana.token)).toMatchObject({ code: 1002 })
      expect(await harness.ask(alerts.remove, { id: asked }, ana.token)).toBe(true)
    }
    expect(await list(juan)).toMatchObject([{ id, status: 'armed', level: '190.00' }])
  })
})
