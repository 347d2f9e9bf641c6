import { orders } from '@rueda/contract/orders.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { RACES, RACES_TIMEOUT_MS } from '../../testing/races.ts'
import { expectSoundBooks } from '../../testing/sound-books.ts'

/**
 * Amendments, cancels and executions of one order at the same moment: in any sequence, the venue and the ledger agree on the rest and its
 * price. The market then comes to the price of the ledger, one cent off first.
 */
let harness: Harness
let customer: Customer
const CYCLE_MS = 250
const CENT = 100
/** As long as the money lasts. */
const RACES_OF_A_CUSTOMER = 100

beforeAll(async () => {
  harness = await startHarness()
  harness.market.volatility = 0
})
afterAll(async () => {
  await expectSoundBooks(harness.app.pool)
  await harness.stop()
})

const RESTING = { stockCode: 'TEST', market: 'US', direction: 0, orderType: 1, price: '2.00', quantity: '100', tif: 1 } as const
const row = async (orderId: string) => (await harness.ask(orders.list, { orderId }, customer.token)).list[0]

async function trade(price: string, quantity = 1): Promise<void> {
  harness.market.print(harness.app.clock.now() + 100, 'sell', price, quantity)
  await harness.pass(CYCLE_MS)
}

const drawsOf = (seed: number) => (below: number) => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((seed / 2 ** 32) * below)
}
const priceOf = (cents: number): string => (cents / CENT).toFixed(2)

it(
  'leaves no race of amendments with different terms on both sides',
  async () => {
    for (let race = 0; race < RACES; race += 1) {
      const draw = drawsOf(race * 7_919 + 1)
      if (race % RACES_OF_A_CUSTOMER === 0) customer = await harness.newCustomer()
      const { orderId } = (await harness.call(orders.create, RESTING, customer.token, { 'idempotency-key': `race-${race}` })).data ?? {
        orderId: '',
      }
      const acts = [
        () => harness.call(orders.amend, { orderId, quantity: String(40 + draw(60)) }, customer.token),
        () => harness.call(orders.amend, { orderId, quantity: String(40 + draw(100)) }, customer.token),
        () => harness.call(orders.amend, { orderId, price: priceOf(190 + draw(20)) }, customer.token),
        () => harness.call(orders.amend, { orderId, price: priceOf(190 + draw(20)), quantity: String(40 + draw(100)) }, customer.token),
        () => trade('1.80', 10 + draw(20)),
      ]
      await Promise.all(Array.from({ length: 6 }, async () => (acts[draw(acts.length)] ?? acts[0])?.()))
      const amended = await row(orderId)
      const cents = Math.round(Number(amended?.price) * CENT)
      await trade(priceOf(cents + 1), 10_000)
      expect(await row(orderId), `race ${race}`).toMatchObject({ filledQuantity: amended?.filledQuantity, status: amended?.status })
      await trade(priceOf(cents - 1), 10_000)
      expect(await row(orderId), `race ${race}`).toMatchObject({
        status: 1,
        quantity: amended?.quantity,
        filledQuantity: amended?.quantity,
      })
      expect(harness.problems).toEqual([])
    }
  },
  RACES_TIMEOUT_MS,
)
