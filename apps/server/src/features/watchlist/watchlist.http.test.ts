import { watchlist } from '@rueda/contract/watchlist.ts'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import { USUAL_LIST } from '@rueda/rules/watchlist/lists.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Harness, startHarness } from '../../testing/harness.ts'
import { INDEX, SHARE } from '../../testing/fake-venue.ts'
import { watchlistRoutes } from './routes.ts'
import { accountRoutes } from '../accounts/routes.ts'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness({ features: (app) => [accountRoutes(app), watchlistRoutes(app)] })
})
afterAll(() => harness.stop())

const share = { secuCode: SHARE.code, market: 'US' } as const
const index = { secuCode: INDEX.code, market: 'IDX' } as const

it('shows the watched instruments with their quotes, the newest first', async () => {
  const { token } = await harness.newCustomer()
  await harness.ask(watchlist.add, { ...share, assettype: 'stock', securityName: SHARE.name, classify: 'UsStock' }, token)
  await harness.pass(MINUTE_MS)
  await harness.ask(watchlist.add, index, token)
  const list = await harness.ask(watchlist.list, {}, token)
  expect(list.map(({ code, sort, selfSelectStatus, price_nominal }) => ({ code, sort, selfSelectStatus, price_nominal }))).toEqual([
    { code: 'IDX:TEST500', sort: 2, selfSelectStatus: 1, price_nominal: '182.36' },
    { code: 'US:TEST', sort: 1, selfSelectStatus: 1, price_nominal: '182.36' },
  ])
  expect((list[0]?.addTimestamp ?? 0) - (list[1]?.addTimestamp ?? 0)).toBe(MINUTE_MS)
  expect((await harness.ask(watchlist.list, { classify: 'UsStock' }, token)).map(({ code }) => code)).toEqual(['US:TEST'])
  expect((await harness.ask(watchlist.list, { source: '99' }, token)).map(({ code }) => code)).toEqual(['IDX:TEST500'])
})

it('gives the same row however often and however fast an instrument is added', async () => {
  const { token } = await harness.newCustomer()
  const added = await Promise.all(Array.from({ length: 20 }, () => harness.ask(watchlist.add, share, token)))
  expect(new Set(added.map(({ id }) => id)).size).toBe(1)
  expect(added[0]).toMatchObject({ selfSelectStatus: 1 })
  expect(await harness.ask(watchlist.list, {}, token)).toHaveLength(1)
})

it('forgets by row and by code, and a missing row without a word', async () => {
  const { token } = await harness.newCustomer()
  const { id } = await harness.ask(watchlist.add, share, token)
  await harness.ask(watchlist.add, index, token)
  for (let time = 0; time < 2; time += 1) {
    expect(await harness.ask(watchlist.remove, { id }, token)).toEqual({ selfSelectStatus: 0 })
    expect(await harness.ask(watchlist.removeByCode, { stockCode: INDEX.code, market: 'IDX' }, token)).toEqual({ selfSelectStatus: 0 })
  }
  expect(await harness.ask(watchlist.list, {}, token)).toEqual([])
})

it('leaves what somebody else watches alone', async () => {
  const [ana, juan] = [await harness.newCustomer(), await harness.newCustomer()]
  const { id } = await harness.ask(watchlist.add, share, ana.token)
  await harness.ask(watchlist.remove, { id }, juan.token)
  expect(await harness.ask(watchlist.list, {}, juan.token)).toEqual([])
  expect(await harness.ask(watchlist.list, {}, ana.token)).toHaveLength(1)
})

it('refuses what the venue does not list', async () => {
  const { token } = await harness.newCustomer()
  expect(await harness.call(watchlist.add, { secuCode: 'NOBODY' }, token)).toMatchObject({ code: 3000 })
  expect(await harness.call(watchlist.add, { secuCode: SHARE.code, market: 'IDX' }, token)).toMatchObject({ code: 3000 })
})

it('holds two hundred at most, also when two come at the same time', async () => {
  const { token, accountId } = await harness.newCustomer()
  await harness.app.pool.query(
    `with usual as (insert into watchlists (account_id, list_id, created_at) values ($1, $2, 1) returning account_id, list_id)
     insert into watchlist (account_id, list_id, watch_id, instrument_id, added_at, place)
     select account_id, list_id, gen_random_uuid(), 'US:GONE' || number, 1, number from usual, generate_series(1, 199) as number`,
    [accountId, USUAL_LIST],
  )
  const codes = await Promise.all([harness.call(watchlist.add, share, token), harness.call(watchlist.add, index, token)])
  expect(new Set(codes.map(({ code }) => code))).toEqual(new Set([200, 5001]))
  const kept = codes[0]?.code === 200 ? share : index
  expect(await harness.call(watchlist.add, kept, token)).toMatchObject({ code: 200 })
})
