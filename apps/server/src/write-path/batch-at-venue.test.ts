import type { VenueOrder } from '@rueda/exchange/venue.ts'
import { refuse } from '@rueda/rules/result.ts'
import { OPEN_MARKET } from '@rueda/rules/testing/us.ts'
import { beforeEach, expect, it } from 'vitest'
import type { OrderReport, Proposal } from '../venue/proposals.ts'
import { BatchAtVenue } from './batch-at-venue.ts'
import type { BoundCommand } from './command.ts'

/** The venue is asked once for a batch, however often the batch is written. */
const NOW = 1_795_186_800_000
const order = (orderId: string, quantity = 1n): VenueOrder => ({
  orderId,
  accountId: '1',
  instrumentId: 'US:ARDV',
  side: 'buy',
  opens: true,
  type: 'market',
  worstPrice: 10n,
  quantity,
  timeInForce: 'DAY',
  acceptedAt: NOW,
  lastTradeDate: '2026-11-20',
  trigger: null,
  siblingId: null,
  knownTo: 0,
})
const command = (): BoundCommand<unknown> => ({
  accountId: '1',
  reads: {},
  idempotency: null,
  places: true,
  decide: () => refuse('object.not_found'),
})
/** An execution against another order. */
const traded = (orderId: string, otherOrderId: string): OrderReport => ({
  kind: 'execution',
  orderId,
  accountId: '1',
  instrumentId: 'US:ARDV',
  side: 'buy',
  quantity: 1n,
  price: 10n,
  resting: true,
  match: { number: 1, otherAccountId: '2', otherOrderId, low: 1n, high: 2n, isCall: false },
  market: OPEN_MARKET,
  tradeDate: '2026-11-20',
  sequence: 1,
  at: NOW,
})
const ended = (orderId: string): OrderReport => ({ kind: 'ended', orderId, accountId: '1', reason: 'NO_LIQUIDITY', sequence: 1, at: NOW })

let asked: string[][]
let outcomes: string[]
let goesOn: boolean
let isBehind: boolean
let trades: OrderReport[]
let venue: BatchAtVenue
beforeEach(() => {
  asked = []
  outcomes = []
  goesOn = true
  isBehind = false
  trades = []
  venue = new BatchAtVenue(async (orders): Promise<Proposal> => {
    asked.push(orders.map(({ orderId }) => orderId))
    return {
      reports: [...trades, ...orders.map(({ orderId }) => ended(orderId)), ended('resting')],
      inputs: { isCommitted: false },
      isFirst: () => goesOn,
      isBehind: () => isBehind,
      mayCommit: async () => goesOn,
      committed: (booked) => outcomes.push(`committed ${[...booked].join(' ')}`),
      failed: (_reason, booked) => outcomes.push(`failed ${[...booked].join(' ')}`),
    }
  })
})

const reportsOf = (reports: ReadonlyMap<unknown, readonly OrderReport[] | null>, of: unknown) =>
  reports.get(of)?.map(({ orderId }) => orderId)

it('gives each command the reports on its own orders, and the same ones at the next attempt', async () => {
  const [first, second] = [command(), command()]
  const asking = [
    { command: first, orders: [order('one'), order('two')] },
    { command: second, orders: [order('three')] },
  ]
  const reports = await venue.reportsOn(asking, NOW)
  expect(reportsOf(reports, first)).toEqual(['one', 'two'])
  expect(reportsOf(reports, second)).toEqual(['three'])
  expect(venue.decidedAt).toBe(NOW)
  const again = await venue.reportsOn([{ command: second, orders: [order('three')] }], NOW + 1)
  expect(reportsOf(again, second)).toEqual(['three'])
  expect(asked).toEqual([['one', 'two', 'three']])
  venue.committed(first, ['one', 'two'])
  venue.committed(second, ['three'])
  venue.end()
  expect(outcomes).toEqual(['committed one two three'])
})

it('has failed when an order was executed and is not committed', async () => {
  const [first, second] = [command(), command()]
  await venue.reportsOn(
    [
      { command: first, orders: [order('one')] },
      { command: second, orders: [order('two')] },
    ],
    NOW,
  )
  venue.committed(first, ['one'])
  venue.end()
  expect(outcomes).toEqual(['failed one'])
})

it('gives no reports for an order that is decided differently the second time, and has failed', async () => {
  const one = command()
  await venue.reportsOn([{ command: one, orders: [order('one')] }], NOW)
  expect(reportsOf(await venue.reportsOn([{ command: one, orders: [order('one', 2n)] }], NOW), one)).toBeUndefined()
  venue.end()
  expect(outcomes).toEqual(['failed '])
})

it('asks again when the venue began anew before the commit', async () => {
  const one = command()
  const asking = [{ command: one, orders: [order('one')] }]
  await venue.reportsOn(asking, NOW)
  goesOn = false
  expect(await venue.mayCommit()).toBe(false)
  expect(venue.decidedAt).toBeNull()
  goesOn = true
  expect(reportsOf(await venue.reportsOn(asking, NOW), one)).toEqual(['one'])
  expect(await venue.mayCommit()).toBe(true)
  expect(asked).toEqual([['one'], ['one']])
})

it('asks nobody for a batch without orders, and nothing is proposed by a venue that does not serve', async () => {
  await venue.reportsOn([], NOW)
  expect(asked).toEqual([])
  const silent = new BatchAtVenue(async () => null)
  const one = command()
  expect((await silent.reportsOn([{ command: one, orders: [order('one')] }], NOW)).size).toBe(0)
  expect(await silent.mayCommit()).toBe(true)
  silent.end()
})

it('gives no side of a trade within the batch to an attempt that leaves the other order out, until that one is committed', async () => {
  trades = [traded('one', 'two'), traded('two', 'one'), traded('one', 'elsewhere')]
  const [first, second] = [command(), command()]
  const [one, two] = [
    { command: first, orders: [order('one')] },
    { command: second, orders: [order('two')] },
  ]
  expect(reportsOf(await venue.reportsOn([one, two], NOW), first)).toEqual(['one', 'one', 'one'])
  expect((await venue.reportsOn([one], NOW)).get(first)).toBeNull()
  expect((await venue.reportsOn([two], NOW)).get(second)).toBeNull()
  venue.committed(first, [])
  expect(reportsOf(await venue.reportsOn([two], NOW), second)).toEqual(['two', 'two'])
  venue.committed(second, ['two'])
  venue.end()
  expect(outcomes).toEqual(['committed two'])
})

it('accepts an order alone while earlier reports on its account are not booked, so that they are booked in the order of the venue', async () => {
  const one = command()
  isBehind = true
  expect((await venue.reportsOn([{ command: one, orders: [order('one')] }], NOW)).get(one)).toBeNull()
  isBehind = false
  expect(reportsOf(await venue.reportsOn([{ command: one, orders: [order('one')] }], NOW), one)).toEqual(['one'])
})

it('accepts an order alone when a resting one of the account was met before it by another order of the batch', async () => {
  const one = command()
  const met = { ...traded('of the same account', 'elsewhere'), sequence: 0 }
  trades = [met]
  expect((await venue.reportsOn([{ command: one, orders: [order('one')] }], NOW)).get(one)).toBeNull()
})

it('forgets what was booked of a market that began anew, because the next one may trade with the same orders', async () => {
  const [first, second] = [command(), command()]
  const later = { command: second, orders: [order('two')] }
  await venue.reportsOn([{ command: first, orders: [order('one')] }, later], NOW)
  venue.committed(first, ['one'])
  goesOn = false
  expect(await venue.mayCommit()).toBe(false)
  goesOn = true
  await venue.reportsOn([later], NOW)
  venue.committed(second, ['two'])
  venue.end()
  expect(outcomes).toEqual(['failed one', 'committed two'])
})

it('asks nothing about the orders of an account that is not trusted', async () => {
  const wary = new BatchAtVenue(
    async () => {
      throw new Error('the venue was asked')
    },
    (accountId) => accountId !== '1',
  )
  expect((await wary.reportsOn([{ command: command(), orders: [order('one')] }], NOW)).size).toBe(0)
  wary.end()
})
