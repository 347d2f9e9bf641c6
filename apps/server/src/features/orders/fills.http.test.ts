import { orders } from '@rueda/contract/orders.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'

/** A market that stands still at 182.36 × 182.37. */
let harness: Harness
let customer: Customer

const SETTLED_MS = 250

beforeAll(async () => {
  harness = await startHarness()
  harness.market.volatility = 0
  customer = await harness.newCustomer()
})
afterAll(() => harness.stop())

const trade = async (direction: 0 | 1, quantity: string): Promise<string> => {
  const input = { stockCode: 'TEST', market: 'US', direction, orderType: 0, quantity } as const
  const { orderId } = await harness.ask(orders.create, input, customer.token)
  await harness.pass(SETTLED_MS)
  return orderId
}
const fills = (input: object = {}, who = customer) => harness.ask(orders.fills, { stockCode: 'TEST', ...input }, who.token)

describe('POST /order/fills', () => {
  it('tells each execution with its side, price and moment, oldest first', async () => {
    const bought = await trade(0, '20')
    const sold = await trade(1, '5')
    const found = await fills()
    expect(found).toMatchObject([
      { orderId: bought, direction: 0, price: '182.37', quantity: '20' },
      { orderId: sold, direction: 1, price: '182.36', quantity: '5' },
    ])
    expect(found[1]?.tradeTimestamp).toBeGreaterThan(found[0]?.tradeTimestamp ?? 0)
  })

  it('keeps to the time that was asked for, both ends included', async () => {
    const [first, second] = await fills()
    const at = second?.tradeTimestamp ?? 0
    expect(await fills({ startTimestamp: at, endTimestamp: at })).toEqual([second])
    expect(await fills({ endTimestamp: at - 1 })).toEqual([first])
    expect(await fills({ startTimestamp: at + 1 })).toEqual([])
  })

  it("shows nobody another's, and names an unknown instrument", async () => {
    const stranger = await harness.newCustomer()
    expect(await fills({}, stranger)).toEqual([])
    const refused = await harness.call(orders.fills, { stockCode: 'NOPE' }, customer.token)
    expect(refused.code).toBe(3000)
  })
})
