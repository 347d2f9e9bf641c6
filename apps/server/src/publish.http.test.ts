import { orders } from '@rueda/contract/orders.ts'
import { expect, it } from 'vitest'
import { publishCommits } from './publish.ts'
import type { PushHub } from './push/hub.ts'
import { startHarness } from './testing/harness.ts'

it('the frames of a position arrive in the order of its fills, however long each takes to be worked out', async () => {
  const harness = await startHarness()
  harness.market.volatility = 0
  const customer = await harness.newCustomer()
  const quantities: string[] = []
  const first = Promise.withResolvers<void>()
  let looks = 0
  const pool = {
    query: async (text: string, values: unknown[]) => {
      looks += 1
      // The first look takes until the second purchase has been booked.
      if (looks === 1) await first.promise
      return harness.app.pool.query(text, values)
    },
  }
  const hub = {
    ...harness.app.hub,
    isListening: () => true,
    publish: (_: string, channel: string, data: { quantity: string }) => void (channel === 'position' && quantities.push(data.quantity)),
  }
  const publishing = publishCommits({ ...harness.app, hub: hub as unknown as PushHub, pool: pool as unknown as typeof harness.app.pool })

  const buy = { stockCode: 'TEST', direction: 0, orderType: 0 } as const
  await harness.ask(orders.create, { ...buy, quantity: '10' }, customer.token)
  await harness.pass(250)
  await harness.ask(orders.create, { ...buy, quantity: '5' }, customer.token)
  await harness.pass(250)
  first.resolve()
  await publishing.stop()
  expect(quantities).toEqual(['10', '15'])
  await harness.stop()
})
