import type { VenueEvent } from '@rueda/exchange/venue.ts'
import { OPEN_MARKET } from '@rueda/rules/testing/us.ts'
import { scaled } from '@rueda/rules/decimal.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { type OrderReport, Proposals } from './proposals.ts'

/** What the venue says after a proposal waits until it is known whether the proposal was committed. */
let heard: string[]
let failures: string[]
let booking: Set<string>
let proposals: Proposals

beforeEach(() => {
  heard = []
  failures = []
  booking = new Set()
  proposals = new Proposals({
    isBooking: (accountId) => booking.has(accountId),
    release: (reports: readonly OrderReport[]) => heard.push(...reports.map(({ orderId, kind }) => `${kind} ${orderId}`)),
    onFailed: ({ message }) => failures.push(message),
  })
})

const working = (orderId: string, accountId = 'a'): VenueEvent => ({ kind: 'working', orderId, accountId, sequence: 1, at: 0 })
const session: VenueEvent = {
  kind: 'session',
  market: 'US',
  session: { phase: 'OPEN', tradeDate: '2026-11-20', opensAt: 0, closesAt: 1, changesAt: 1, matching: true },
  sequence: 1,
  at: 0,
}
const traded = (orderId: string, otherOrderId: string): VenueEvent => ({
  kind: 'execution',
  orderId,
  accountId: 'a',
  instrumentId: 'US:ARDV',
  side: 'buy',
  quantity: scaled('1'),
  price: scaled('10'),
  resting: true,
  match: { number: 1, otherAccountId: 'b', otherOrderId, low: 1n, high: 2n, isCall: false },
  market: OPEN_MARKET,
  tradeDate: '2026-11-20',
  sequence: 1,
  at: 0,
})
const afterwards = (name: string): void => proposals.afterwards(() => heard.push(name))
const failed = new Error('the database refused it')

it('lets pass at once what rests on no proposal', () => {
  afterwards('quotes')
  expect(heard).toEqual(['quotes'])
})

it('a customer waits only for proposals with reports on the own account, and for those before them', async () => {
  const one = proposals.open([working('one', 'a')])
  const two = proposals.open([working('two', 'b')])
  proposals.hear([working('three', 'c')])
  const told: string[] = []
  for (const accountId of ['a', 'b', 'c', 'd']) void proposals.settledOf(accountId).then(() => told.push(accountId))
  await Promise.resolve()
  expect(told).toEqual(['d'])
  one.committed(new Set(['one']))
  await expect.poll(() => told).toEqual(['d', 'a'])
  two.committed(new Set(['two']))
  await expect.poll(() => told).toEqual(['d', 'a', 'b', 'c'])
  expect(heard).toEqual(['working three'])
})

it('hands over the reports that the batch has not booked, before everything that came later', () => {
  const proposal = proposals.open([working('mine'), session, traded('resting', 'mine')])
  afterwards('events')
  expect(proposal.reports.map(({ orderId }) => orderId)).toEqual(['mine', 'resting'])
  expect(heard).toEqual([])
  proposal.committed(new Set(['mine']))
  expect(heard).toEqual(['execution resting', 'events'])
  afterwards('quotes')
  expect(heard.at(-1)).toBe('quotes')
})

it('commits proposals in the order of the venue, and lets nothing overtake', async () => {
  const [first, second] = [proposals.open([]), proposals.open([])]
  afterwards('events')
  let may: boolean | null = null
  const asked = second.mayCommit().then((answer) => (may = answer))
  expect(await first.mayCommit()).toBe(true)
  await Promise.resolve()
  expect(may).toBeNull()
  first.committed(new Set())
  await asked
  expect(may).toBe(true)
  expect(heard).toEqual([])
  second.committed(new Set())
  expect(heard).toEqual(['events'])
})

it('keeps waiting for an earlier proposal when a later one is settled first', async () => {
  const [first, second] = [proposals.open([]), proposals.open([])]
  second.committed(new Set())
  afterwards('events')
  expect(heard).toEqual([])
  const settled = proposals.settled()
  first.committed(new Set())
  await settled
  expect(heard).toEqual(['events'])
})

it('fails with everything that rests on it, and the venue begins anew', async () => {
  const [first, second] = [proposals.open([working('mine')]), proposals.open([working('other')])]
  afterwards('events')
  first.failed(failed, new Set())
  expect(failures).toEqual([failed.message])
  expect(await second.mayCommit()).toBe(false)
  second.failed(failed, new Set())
  afterwards('later')
  expect(heard).toEqual([])
})

it('still books the other side of a trade that is in the ledger', () => {
  const proposal = proposals.open([traded('resting', 'mine'), traded('elsewhere', 'lost'), working('lost')])
  proposal.failed(failed, new Set(['mine']))
  expect(heard).toEqual(['execution resting'])
})

it('hands over what was committed when the venue ended meanwhile, and nothing that came later', async () => {
  const proposal = proposals.open([working('mine'), traded('resting', 'mine')])
  expect(await proposal.mayCommit()).toBe(true)
  afterwards('events')
  proposals.end()
  proposal.committed(new Set(['mine']))
  expect(heard).toEqual(['execution resting'])
})

describe('reports on an account that has earlier ones', () => {
  it('are behind while those are being booked', () => {
    booking.add('a')
    const proposal = proposals.open([working('mine')])
    expect([proposal.isBehind('a'), proposal.isBehind('b')]).toEqual([true, false])
    booking.clear()
    expect(proposal.isBehind('a')).toBe(false)
  })

  it('are behind while those wait for an earlier proposal, or are its own', () => {
    const first = proposals.open([working('first', 'b'), traded('resting', 'first')])
    proposals.hear([working('earlier', 'c')])
    const second = proposals.open([working('second', 'd')])
    proposals.hear([working('later', 'd')])
    expect(['a', 'b', 'c', 'd'].filter((accountId) => second.isBehind(accountId))).toEqual(['a', 'b', 'c'])
    expect(['a', 'b', 'c', 'd'].filter((accountId) => first.isBehind(accountId))).toEqual([])
    first.committed(new Set(['first']))
    expect(heard).toEqual(['execution resting', 'working earlier'])
    expect(second.isBehind('c')).toBe(false)
  })
})
