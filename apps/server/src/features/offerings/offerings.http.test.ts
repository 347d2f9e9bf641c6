import { offerings as catalogue } from '@rueda/contract/admin/offerings.ts'
import { funds } from '@rueda/contract/funds.ts'
import { offerings } from '@rueda/contract/offerings.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../db/open.ts'
import { createTestDatabase } from '../../testing/database.ts'
import type { Customer } from '../../testing/harness.ts'
import { type MarketHarness, startMarketHarness } from '../../testing/market-harness.ts'
import { type StaffCaller, hire } from '../../testing/staff.ts'

/** What is paused or closed is refused from the next call on; what customers have of it goes on. */
let database: Database
let harness: MarketHarness
let customer: Customer
let ana: StaffCaller
let bea: StaffCaller

const open = () =>
  startMarketHarness({
    database,
    environment: { SIM_SEED: 'funds', SIM_ALWAYS_OPEN: '0' },
    machineAt: Date.parse('2026-11-20T17:00:00Z'),
    listsEverything: true,
  })

beforeAll(async () => {
  database = await createTestDatabase()
  harness = await open()
  await harness.pass(1_000)
  customer = await harness.newCustomer()
  ana = await hire(harness, ['product'])
  bea = await hire(harness, ['product'])
})
afterAll(async () => {
  await harness.stop()
  await database.stop()
})

const why = { reason: 'maintenance' as const }
const refused = (name: Parameters<typeof codeOf>[0]) => ({ code: codeOf(name) })
let sent = 0
const subscribe = (productId: 'gold' | 'balanced' | 'taiwan') => {
  sent += 1
  const key = { 'idempotency-key': `offering${sent}` }
  return harness.call(funds.create, { productId, action: 'subscribe', amount: '100' }, customer.token, key)
}
const gold = { kind: 'fund', id: 'gold' } as const
const taiwan = { kind: 'fund', id: 'taiwan' } as const

describe('the catalogue', () => {
  it('lists what is offered, by the names that customers read', async () => {
    const { offerings: all, changes } = await ana.ask(catalogue.list, {})
    expect(all.filter(({ kind }) => kind === 'fund')).toHaveLength(12)
    expect(all).toContainEqual({ ...gold, names: { en: 'Gold', es: 'Oro' }, status: 'open', cause: null, sinceTimestamp: null })
    expect(changes).toEqual([])
  })

  it('a pause by one person refuses a new start with its cause, and nothing of what is there', async () => {
    const before = await subscribe('gold')
    expect(before).toMatchObject({ code: 200 })
    expect(await ana.ask(catalogue.pause, { ...why, ...gold, isPaused: 1, cause: 'demand' })).toEqual({ state: 'done' })
    expect(await subscribe('gold')).toMatchObject({ ...refused('offering.paused'), data: { ...gold, cause: 'demand' } })
    expect(await subscribe('balanced')).toMatchObject({ code: 200 })
    expect(await harness.ask(offerings.notOffered, {})).toMatchObject([{ ...gold, status: 'paused', cause: 'demand' }])
    expect(await harness.call(funds.cancel, { id: before.data?.id ?? '' }, customer.token)).toMatchObject({ code: 200 })
    expect(await ana.ask(catalogue.pause, { ...why, ...gold, isPaused: 0 })).toEqual({ state: 'done' })
    expect(await subscribe('gold')).toMatchObject({ code: 200 })
  })

  it('names what is missing, and what is not there or stands so already', async () => {
    expect(await ana.call(catalogue.pause, { ...why, ...gold, isPaused: 1 })).toMatchObject(refused('parameter.missing'))
    expect(await ana.call(catalogue.pause, { ...why, ...gold, isPaused: 0 })).toMatchObject(refused('parameter.invalid'))
    const unknown = { ...why, kind: 'fund' as const, id: 'moon', isPaused: 1 as const, cause: 'law' as const }
    expect(await ana.call(catalogue.pause, unknown)).toMatchObject(refused('object.not_found'))
  })

  it('two colleagues who pause at once pause it once', async () => {
    const asked = { ...why, ...gold, isPaused: 1 as const, cause: 'demand' as const }
    const answers = await Promise.all([ana, bea].map((each) => each.call(catalogue.pause, asked)))
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200, codeOf('parameter.invalid')]))
  })

  it('closing takes two persons and is for good, also after a restart', async () => {
    const asked = { ...why, ...taiwan, cause: 'law' as const }
    expect(await ana.ask(catalogue.close, asked)).toEqual({ state: 'waiting' })
    expect(await ana.call(catalogue.close, asked)).toMatchObject(refused('approval.same_person'))
    expect(await subscribe('taiwan')).toMatchObject({ code: 200 })
    expect(await bea.ask(catalogue.close, asked)).toEqual({ state: 'done' })
    expect(await subscribe('taiwan')).toMatchObject(refused('offering.closed'))
    const again = { ...why, ...taiwan, isPaused: 0 as const }
    expect(await ana.call(catalogue.pause, again)).toMatchObject(refused('parameter.invalid'))
    const { changes } = await ana.ask(catalogue.list, {})
    expect(changes[0]).toMatchObject({ ...taiwan, status: 'closed', cause: 'law', reason: 'maintenance' })
    expect(changes[0]?.by).not.toBe(changes[0]?.askedBy)
    await harness.stop()
    harness = await open()
    expect(await subscribe('taiwan')).toMatchObject(refused('offering.closed'))
  })
})
