import { orders } from '@rueda/contract/orders.ts'
import { expect, it } from 'vitest'
import { publishCommits } from './publish.ts'
import type { PushHub } from './push/hub.ts'
import { frameHash } from '@rueda/proof/command.ts'
import { verifyReceipt } from '@rueda/proof/receipt.ts'
import { parseVerifierKey } from '@rueda/proof/verifier-key.ts'
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

it('frames of orders and money are followed by the house’s signed word on each, for whoever listens to it', async () => {
  const harness = await startHarness()
  await harness.app.trustLog.open()
  const customer = await harness.newCustomer()
  const told: string[] = []
  const receipts: { channel: string; receipt: { command: string } }[] = []
  let listens = true
  const hub = {
    ...harness.app.hub,
    isListening: (_: string, channel?: string) => channel !== 'receipt' || listens,
    publish: (_: string, channel: string, data: object) => {
      if (channel === 'receipt') receipts.push(data as (typeof receipts)[number])
      if (channel === 'order' || channel === 'wallet') told.push(frameHash({ channel, data: JSON.parse(JSON.stringify(data)) }) ?? '')
    },
  }
  const publishing = publishCommits({ ...harness.app, hub: hub as unknown as PushHub })
  const buy = { stockCode: 'TEST', direction: 0, orderType: 0, quantity: '10' } as const
  await harness.ask(orders.create, buy, customer.token)
  await harness.pass(250)
  await expect.poll(() => [told.length > 0, receipts.length - told.length]).toEqual([true, 0])
  const keys = harness.app.trustLog.keys().flatMap(({ text }) => {
    const key = parseVerifierKey(text)
    return key.ok ? [key.value] : []
  })
  for (const { receipt } of receipts) expect(verifyReceipt(JSON.parse(JSON.stringify(receipt)), keys)).toMatchObject({ ok: true })
  expect(receipts.map(({ receipt: { command } }) => command).toSorted()).toEqual(told.toSorted())

  listens = false
  const before = receipts.length
  await harness.ask(orders.create, { ...buy, quantity: '5' }, customer.token)
  await harness.pass(250)
  await publishing.stop()
  expect(told.length).toBeGreaterThan(before)
  expect(receipts).toHaveLength(before)
  await harness.stop()
})
