import { approvals } from '@rueda/contract/admin/approvals.ts'
import { market } from '@rueda/contract/admin/market.ts'
import { staff } from '@rueda/contract/admin/staff.ts'
import { orders } from '@rueda/contract/orders.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { scaled } from '@rueda/rules/decimal.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { HOUR_MS } from '@rueda/rules/time.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { type StaffCaller, hire } from '../../testing/staff.ts'
import { SHARE } from '../../testing/fake-venue.ts'

/** One person stops, two let it go on (`docs/rules/reliability.md` B-47). */
let harness: Harness
let customer: Customer
let ana: StaffCaller
let bea: StaffCaller
beforeEach(async () => {
  harness = await startHarness()
  customer = await harness.newCustomer()
  ana = await hire(harness, ['risk'])
  bea = await hire(harness, ['risk'])
})
afterEach(() => harness.stop())

let keys = 0
const order = (direction: 0 | 1, stockCode = SHARE.code) => {
  keys += 1
  const input = { stockCode, direction, orderType: 0 as const, quantity: '1' }
  return harness.call(orders.create, input, customer.token, { 'idempotency-key': `stop${keys}` })
}
const resting = async (price: string): Promise<string> => {
  const input = { stockCode: SHARE.code, direction: 0 as const, orderType: 1 as const, quantity: '1', price }
  return (await harness.ask(orders.create, input, customer.token)).orderId
}
const fillsOf = async (orderId: string) => {
  const { rows } = await harness.app.pool.query<{ price: bigint; at: bigint }>('select price, at from fills where order_id = $1', [orderId])
  return rows
}
const why = { reason: 'security' as const }
const refused = (name: Parameters<typeof codeOf>[0]) => ({ code: codeOf(name) })

describe('a halt', () => {
  it.each([
    ['everywhere', { scope: 'all' as const }],
    ['of the market', { scope: 'market' as const, target: 'US' }],
    ['of the instrument', { scope: 'instrument' as const, target: SHARE.id }],
  ])('%s by one person refuses the very next order, buying and selling', async (_, place) => {
    expect(await order(0)).toMatchObject({ code: 200 })
    await ana.ask(market.halt, { ...why, ...place })
    expect(await order(0)).toMatchObject(refused('instrument.halted'))
    expect(await order(1)).toMatchObject(refused('instrument.halted'))
    expect(await harness.ask(quotes.detail, { stockCode: SHARE.code })).toMatchObject({ tradeStatus: 'HALT' })
  })

  it('leaves what rests resting: nothing is filled with a later moment, it can be cancelled, and it fills when two have lifted it', async () => {
    const [filled, cancelled] = [await resting('182.00'), await resting('181.00')]
    const { id, fromTimestamp } = await ana.ask(market.halt, { ...why, scope: 'instrument', target: SHARE.id })
    Object.assign(harness.market, { bids: [['180.90', 500]], asks: [['180.95', 500]], last: '180.95' })
    harness.market.print(harness.app.clock.now() + 100, 'sell', '180.90', 10_000)
    await harness.pass(5_000)
    expect(await fillsOf(filled)).toEqual([])
    expect(await harness.ask(orders.cancel, { orderId: cancelled }, customer.token)).toMatchObject({ subStatus: 'CANCELLED' })
    await ana.ask(market.resume, { ...why, id })
    expect(await fillsOf(filled)).toEqual([])
    await bea.ask(market.resume, { ...why, id })
    await harness.pass(1_000)
    const fills = await fillsOf(filled)
    expect(fills.map(({ price }) => price)).toEqual([scaled('180.95')])
    expect(fills.every(({ at }) => Number(at) > fromTimestamp)).toBe(true)
  })

  it('leaves other markets alone', async () => {
    await ana.ask(market.halt, { ...why, scope: 'market', target: 'TW' })
    expect(await order(0)).toMatchObject({ code: 200 })
  })

  it('is lifted by two, and not by one twice', async () => {
    const { id } = await ana.ask(market.halt, { ...why, scope: 'all' })
    expect(await ana.ask(market.resume, { ...why, id })).toEqual({ state: 'waiting' })
    expect(await ana.call(market.resume, { ...why, id })).toMatchObject(refused('approval.same_person'))
    expect(await order(0)).toMatchObject(refused('instrument.halted'))
    const about = { kind: 'stop', stop: 'halt', target: null }
    expect(await bea.ask(approvals.list, {})).toMatchObject([{ power: 'market.resume', about }])
    expect(await bea.ask(market.resume, { ...why, id })).toEqual({ state: 'done' })
    expect(await order(0)).toMatchObject({ code: 200 })
    expect((await ana.ask(market.overview, {})).stops).toEqual([])
  })

  it('is of something that is there', async () => {
    expect(await ana.call(market.halt, { ...why, scope: 'instrument', target: 'US:NOPE' })).toMatchObject(refused('instrument.unknown'))
    expect(await ana.call(market.halt, { ...why, scope: 'market' })).toMatchObject(refused('parameter.missing'))
  })
})

describe('a time of closing only', () => {
  it('ends what rests and would open', async () => {
    const opening = await resting('181.00')
    await ana.ask(market.closeOnly, { ...why, scope: 'market', target: 'US', cause: 'clearing', hours: 1 })
    const { rows } = await harness.app.pool.query('select status from orders where id = $1', [opening])
    expect(rows).toEqual([{ status: 'cancelled' }])
  })

  it('refuses what opens, lets what closes, and ends by itself', async () => {
    expect(await order(0)).toMatchObject({ code: 200 })
    await harness.pass(1_000)
    await ana.ask(market.closeOnly, { ...why, scope: 'instrument', target: SHARE.id, cause: 'event', hours: 2 })
    expect(await order(0)).toMatchObject(refused('instrument.close_only'))
    expect(await order(1)).toMatchObject({ code: 200 })
    await harness.pass(2 * HOUR_MS)
    expect(await order(0)).toMatchObject({ code: 200 })
    await ana.signIn()
    expect(await ana.ask(staff.session, {})).toMatchObject({ roles: ['risk'] })
  })
})
