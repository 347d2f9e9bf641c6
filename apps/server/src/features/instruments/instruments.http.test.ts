import { calendars } from '@rueda/contract/admin/calendars.ts'
import { instruments } from '@rueda/contract/admin/instruments.ts'
import { market } from '@rueda/contract/admin/market.ts'
import { messages } from '@rueda/contract/messages.ts'
import { orders } from '@rueda/contract/orders.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { DAY_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { type StaffCaller, hire } from '../../testing/staff.ts'
import { SHARE } from '../../testing/fake-venue.ts'

/** Listed instruments, and their delisting: announced first, then closing only, then nothing. */
let harness: Harness
let holder: Customer
let ana: StaffCaller
let bea: StaffCaller
beforeEach(async () => {
  harness = await startHarness()
  holder = await harness.newCustomer()
  ana = await hire(harness, ['product'])
  bea = await hire(harness, ['product', 'risk'])
})
afterEach(() => harness.stop())

let keys = 0
const order = (direction: 0 | 1) => {
  keys += 1
  const input = { stockCode: SHARE.code, direction, orderType: 0 as const, quantity: '1' }
  return harness.call(orders.create, input, holder.token, { 'idempotency-key': `listed${keys}` })
}
const why = { reason: 'maintenance' as const }
const refused = (name: Parameters<typeof codeOf>[0]) => ({ code: codeOf(name) })

describe('the list', () => {
  it('begins with what has exactly the ticker that was typed', async () => {
    const all = [...harness.app.venue.instruments.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
    const hidden = all.filter(
      ({ id, code }) => all.find((each) => `${each.id} ${each.name}`.toLowerCase().includes(code.toLowerCase()))?.id !== id,
    )
    expect(hidden.length).toBeGreaterThan(0)
    const begun = SHARE.code.slice(0, 2)
    expect((await ana.ask(instruments.list, { search: begun })).list[0]?.code.slice(0, 2)).toBe(begun)
    for (const { code } of hidden.slice(0, 5)) expect((await ana.ask(instruments.list, { search: code })).list[0]?.code).toBe(code)
  })

  it('is found by what it is called, with what orders have to keep to', async () => {
    const { list } = await ana.ask(instruments.list, { search: SHARE.id.toLowerCase() })
    expect(list).toMatchObject([{ instrumentId: SHARE.id, step: '1', minimum: '1', stop: null, delisting: null, quoteOnly: 0 }])
    expect(list[0]?.ticks.length).toBeGreaterThan(0)
    expect(list[0]?.fees).toContainEqual({ kind: 'COMMISSION', rate: '0.03', base: 'notional', least: '0.50' })
    expect(list[0]?.nowTimestamp).toBe(harness.app.clock.now())
    expect((await ana.ask(instruments.list, { search: SHARE.code })).list[0]).toMatchObject({ instrumentId: SHARE.id })
    expect((await ana.ask(instruments.list, { search: 'nothing is called so' })).total).toBe(0)
    expect((await ana.ask(instruments.list, { market: 'TW' })).list.every(({ instrumentId }) => instrumentId.startsWith('TW:'))).toBe(true)
  })

  it('shows what is suspended', async () => {
    await bea.ask(market.halt, { reason: 'security', scope: 'instrument', target: SHARE.id })
    const { list } = await ana.ask(instruments.list, { search: SHARE.id })
    expect(list).toMatchObject([{ stop: { kind: 'halt', own: 1 } }])
  })
})

describe('leaving the list', () => {
  const asked = () => {
    const now = harness.app.clock.now()
    return { ...why, instrumentId: SHARE.id, closingFromTimestamp: now + 3 * DAY_MS, endTimestamp: now + 8 * DAY_MS }
  }

  it('is announced by two with days to hear and days to close', async () => {
    const good = asked()
    const hasty = { ...good, closingFromTimestamp: good.closingFromTimestamp - 1 }
    expect(await ana.call(instruments.delist, hasty)).toMatchObject({
      ...refused('parameter.invalid'),
      data: { field: 'closingFromTimestamp' },
    })
    expect(await ana.ask(instruments.delist, good)).toEqual({ state: 'waiting' })
    expect(await ana.call(instruments.delist, good)).toMatchObject(refused('approval.same_person'))
    expect((await ana.ask(instruments.list, { search: SHARE.id })).list[0]?.delisting).toBeNull()
  })

  it('is told to whoever holds it at once, and carries itself out', async () => {
    const other = await harness.newCustomer()
    expect(await order(0)).toMatchObject({ code: 200 })
    expect(await order(0)).toMatchObject({ code: 200 })
    await harness.pass(MINUTE_MS)
    const good = asked()
    await ana.ask(instruments.delist, good)
    expect(await bea.ask(instruments.delist, good)).toEqual({ state: 'done' })
    const told = async (customer: Customer) => (await harness.ask(messages.list, {}, customer.token)).list.map(({ link }) => link)
    expect(await told(holder)).toContain(`instrument:${SHARE.id}`)
    expect(await told(other)).not.toContain(`instrument:${SHARE.id}`)
    expect((await ana.ask(instruments.list, { search: SHARE.id })).list[0]?.delisting).toMatchObject({ told: 1 })
    expect(await ana.call(instruments.delist, good)).toMatchObject(refused('parameter.invalid'))

    expect(await order(0)).toMatchObject({ code: 200 })
    await harness.pass(3 * DAY_MS)
    expect(await order(0)).toMatchObject(refused('instrument.close_only'))
    expect(await harness.ask(quotes.detail, { stockCode: SHARE.code })).toMatchObject({ closeOnly: { reason: 'delisting' } })
    expect(await order(1)).toMatchObject({ code: 200 })
    await harness.pass(5 * DAY_MS)
    expect(await order(1)).toMatchObject(refused('instrument.halted'))
  })
})

describe('a calendar', () => {
  it('is shown by month, today’s where none is named', async () => {
    const month = await ana.ask(calendars.month, { market: 'US' })
    expect(month.days.map(({ date }) => date)).toContain(month.today)
    const other = await ana.ask(calendars.month, { market: 'US', year: 2026, month: 12 })
    expect([other.days[0]?.date, other.days.at(-1)?.date]).toEqual(['2026-12-01', '2026-12-31'])
  })
})
