import { blocks } from '@rueda/contract/blocks.ts'
import { orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../db/open.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { type MarketHarness, startMarketHarness } from '../../testing/market-harness.ts'
import { expectSoundBooks } from '../../testing/sound-books.ts'

/** What the desk has promised outlives the server: its figures need not be worked out anew for a firm price. */
const MACHINE_AT = Date.UTC(2026, 10, 18, 15)
const SECOND = 1_000
/** What practice money buys ten thousand shares of. */
const AFFORDABLE = 4.5
/** The figures a block is priced by come with the market's first cycles after a start. */
const CYCLE_MS = 250
const MAX_CYCLES = 40
let database: Database

beforeAll(async () => void (database = await createTestDatabase()))
afterAll(() => database.stop())

const open = (machineAt: number): Promise<MarketHarness> =>
  startMarketHarness({
    database,
    machineAt,
    listsEverything: true,
    environment: { SIM_SEED: 'blocks', SIM_CLOCK: 'real', KYC_FOR_TRADING: '0' },
  })

async function affordableStock(market: MarketHarness): Promise<string> {
  for (let cycle = 0; cycle < MAX_CYCLES; cycle += 1) {
    const offered = await market.ask(blocks.stocks, { pageSize: 100 })
    const found = offered.list.find(({ price }) => Number(price) < AFFORDABLE)
    if (found !== undefined) return found.stockCode
    await market.pass(CYCLE_MS)
  }
  throw new Error(`no stock under ${AFFORDABLE} is offered in blocks after ${MAX_CYCLES} cycles`)
}

it('a quote is used after a restart, once, and locks are as they were', async () => {
  const before = await open(MACHINE_AT)
  await before.pass(SECOND)
  const { token, accountId } = await before.newCustomer()
  await before.app.pool.query(
    `insert into permissions (account_id, type, status, applied_at, review_at, decided_at) values ($1, 'blockTrade', 'open', 1, 1, 1)`,
    [accountId],
  )
  await before.app.pool.query(`update accounts set kyc_status = 'passed' where account_id = $1`, [accountId])
  const stockCode = await affordableStock(before)
  const asked = { stockCode, direction: 0, quantity: '10000' } as const
  const { quoteId, price, unlockDate } = await before.ask(blocks.quote, asked, token)
  await before.stop()

  const after = await open(MACHINE_AT + 20 * SECOND)
  await after.pass(SECOND)
  expect(await after.ask(blocks.create, { ...asked, quoteId }, token)).toMatchObject({ status: 1, avgPrice: price })
  expect(await after.call(blocks.create, { ...asked, quoteId }, token, { 'idempotency-key': 'again' })).toMatchObject({ code: 3018 })
  await after.stop()

  const last = await open(MACHINE_AT + 120 * SECOND)
  await last.pass(SECOND)
  expect(await last.ask(blocks.locks, {}, token)).toMatchObject([{ id: quoteId, quantity: '10000', unlockDate }])
  expect((await last.ask(positions.holding, { type: 5 }, token)).list).toMatchObject([{ lockedQuantity: '10000' }])
  expect((await last.ask(orders.list, { source: 4 }, token)).list).toMatchObject([{ id: quoteId, status: 1 }])
  await expectSoundBooks(database.pool)
  await last.stop()
}, 120_000)
