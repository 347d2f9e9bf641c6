import { setTimeout as pause } from 'node:timers/promises'
import { security } from '@rueda/contract/security.ts'
import { orders } from '@rueda/contract/orders.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { ok } from '@rueda/rules/result.ts'
import type { Pool } from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'
import { SHARE } from '../../testing/fake-venue.ts'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { type MarketHarness, startMarketHarness } from '../../testing/market-harness.ts'
import { expectSoundBooks } from '../../testing/sound-books.ts'

/** One commit for an order and what the venue executes of it at once (P.17): all of it happened, or nothing. */
const ARDV = { stockCode: 'ARDV', market: 'US' } as const
const OPENED = Date.parse('2026-11-20T15:00:00Z')
const CYCLE_MS = 250
const COMMIT_HANGS_MS = 4_000
const A_MOMENT_MS = 200
const FEW_CYCLES = 5

/** As the database's owner: from now on every fill of an account is refused, as by a broken constraint. */
const refuseFillsOf = (pool: Pool, accountId: string) =>
  pool.query(`
    reset role;
    create function refuse_fill() returns trigger language plpgsql as $$ begin
      if new.account_id = ${accountId} then raise exception 'planted' using errcode = '23514'; end if;
      return new;
    end $$;
    create trigger planted before insert on fills for each row execute function refuse_fill();
    set role rueda_app`)
/** Keeps every fill from being written until the function that is returned is called. */
async function holdFillsUp(pool: Pool): Promise<() => Promise<void>> {
  const blocker = await pool.connect()
  await blocker.query('begin; reset role; lock table fills in access exclusive mode')
  return async () => {
    await blocker.query('rollback')
    blocker.release()
  }
}
/** Keeps one account's changes from being committed until the function that is returned is called. */
async function holdAccountUp(pool: Pool, accountId: string): Promise<() => Promise<void>> {
  const blocker = await pool.connect()
  await blocker.query('begin')
  await blocker.query('select from account_states where account_id = $1 for update', [accountId])
  return async () => {
    await blocker.query('rollback')
    blocker.release()
  }
}
const letFillsIn = (pool: Pool) => pool.query('reset role; drop trigger planted on fills; set role rueda_app')

type Problem = Readonly<{ msg: string; err: Readonly<{ message: string }> }>
/** Why the market stopped, each time. */
const stopsOf = ({ problems }: Pick<MarketHarness, 'problems'>): readonly string[] =>
  problems
    .map((line) => JSON.parse(line) as Problem)
    .filter(({ msg }) => msg.includes('started again'))
    .map(({ err }) => err.message)

/** Each of these starts a market and begins it anew, which takes a machine that does other things many times its own five seconds. */
const SLOW_MS = 240_000

describe('in the running market', { timeout: SLOW_MS }, () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let market: MarketHarness
  let [maker, taker]: [Customer, Customer] = [] as never

  beforeEach(async () => {
    database = await createTestDatabase()
    market = await startMarketHarness({ database, machineAt: OPENED, environment: { SIM_ALWAYS_OPEN: '1', SIM_SEED: 'at once' } })
    ;[maker, taker] = [await market.newCustomer(), await market.newCustomer()]
    const volumeBefore = await volumeOf()
    await market.ask(orders.create, { ...ARDV, direction: 0, orderType: 0, quantity: '10' }, taker.token)
    // The quote follows the commit, which has answered already.
    await expect.poll(volumeOf, { timeout: 20_000 }).toBe(volumeBefore + 10)
  })
  afterEach(async () => {
    market.problems.length = 0
    await market.stop()
    await database.stop()
  }, SLOW_MS)
  const volumeOf = async (): Promise<number> => Number((await market.ask(quotes.detail, ARDV)).volume)
  /** A purchase that rests a tick below the ask, where a sale at market meets it. */
  const TICK = 0.01
  const restBelowAsk = async (): Promise<string> => {
    const { ask } = await market.ask(quotes.detail, ARDV)
    const { orderId } = await market.ask(
      orders.create,
      { ...ARDV, direction: 0, orderType: 1, tif: 1, quantity: '3', price: (Number(ask) - TICK).toFixed(2) },
      maker.token,
    )
    return orderId
  }
  const fillsOf = async ({ accountId }: Customer) => {
    const { rows } = await database.pool.query<{ side: string; quantity: bigint }>(
      'select side, quantity from fills where account_id = $1 order by sequence',
      [accountId],
    )
    return rows.map(({ side }) => side)
  }
  const sell = { ...ARDV, direction: 1, orderType: 0, quantity: '3' } as const
  const working = async (orderId: string) => (await market.ask(orders.list, { orderId }, maker.token)).list[0]

  test('what the database refuses did not happen for anybody, and the market begins anew from the open orders', async () => {
    const orderId = await restBelowAsk()
    const volume = await volumeOf()
    await refuseFillsOf(database.pool, taker.accountId)
    expect(await market.call(orders.create, sell, taker.token)).not.toMatchObject({ code: 200 })
    expect(await fillsOf(taker)).toEqual(['buy'])
    expect(await fillsOf(maker)).toEqual([])
    expect((await market.ask(orders.list, {}, taker.token)).total).toBe(1)
    expect(await working(orderId)).toMatchObject({ subStatus: 'WORKING', filledQuantity: '0' })
    // Nobody saw a trade that did not happen.
    expect(await volumeOf()).toBe(volume)
    // Whoever did it once has their orders executed after their commit from now on.
    await market.call(orders.create, { ...sell, quantity: '2' }, taker.token)
    await market.pass(CYCLE_MS)
    expect(stopsOf(market)).toEqual(['orders that were executed were not committed'])
    await letFillsIn(database.pool)

    await expect.poll(() => market.call(orders.create, sell, taker.token), { timeout: 20_000 }).toMatchObject({ code: 200 })
    await market.pass(CYCLE_MS)
    expect(await fillsOf(taker)).toEqual(['buy', 'sell'])
    await expectSoundBooks(database.pool)
  })

  /** A share with room between bid and ask, and a price in it: who bids it is the first that a sale meets. */
  const inTheSpread = async () => {
    for (const { code, market: name, quoteOnly } of market.app.venue.instruments.values()) {
      if (name !== 'US' || quoteOnly) continue
      const share = { stockCode: code, market: name } as const
      const { bid, ask } = await market.ask(quotes.detail, share)
      if (Number(ask) - Number(bid) >= 2 * TICK + TICK / 2) return { share, price: (Number(bid) + TICK).toFixed(2) }
    }
    throw new Error('every spread is one tick')
  }

  test.each([
    ['in its place', '2'],
    ['as a new order', '4'],
  ])('an order that is amended %s while the market begins anew is traded as the ledger has it', async (_, quantity) => {
    const { share, price } = await inTheSpread()
    await market.ask(orders.create, { ...share, direction: 0, orderType: 0, quantity: '10' }, taker.token)
    const { orderId } = await market.ask(orders.create, { ...share, direction: 0, orderType: 1, tif: 1, quantity: '3', price }, maker.token)
    const letGo = await holdAccountUp(database.pool, maker.accountId)
    const amended = market.call(orders.amend, { orderId, quantity }, maker.token)
    await pause(A_MOMENT_MS)
    // An order that the database refuses has the market begin anew from what is in the ledger: three.
    const lives = await market.app.venue.life()
    await refuseFillsOf(database.pool, taker.accountId)
    await market.call(orders.create, sell, taker.token)
    await expect.poll(() => market.app.venue.life(), { timeout: 20_000 }).toBe(lives + 1)
    await market.app.venue.depth('US:ARDV', 1)
    await letFillsIn(database.pool)
    await letGo()
    expect(await amended).toMatchObject({ code: 200, data: { quantity } })
    await market.call(orders.create, { ...share, direction: 1, orderType: 0, quantity: '6' }, taker.token)
    const filled = async () => (await working(orderId))?.filledQuantity
    await expect.poll(filled, { timeout: 20_000 }).toBe(quantity)
    // The other side is committed after this one.
    await expect.poll(() => fillsOf(taker), { timeout: 20_000 }).toContain('sell')
    await expectSoundBooks(database.pool)
  })

  test('an account that is frozen beside its order has the order first, and the market goes on', async () => {
    const letGo = await holdFillsUp(database.pool)
    const sold = market.call(orders.create, sell, taker.token)
    await pause(A_MOMENT_MS)
    const frozen = market.call(security.freeze, {}, taker.token)
    await pause(A_MOMENT_MS)
    await letGo()
    expect(await sold).toMatchObject({ code: 200 })
    expect(await frozen).toMatchObject({ code: 200 })
    expect(await fillsOf(taker)).toEqual(['buy', 'sell'])
    expect(await market.call(orders.create, { ...sell, direction: 0 }, taker.token)).not.toMatchObject({ code: 200 })
    expect(market.problems).toEqual([])
  })

  test('the market does not heap up quotes while a commit is waited for', async () => {
    const letGo = await holdFillsUp(database.pool)
    const cycles = market.app.venue.cycle()
    const sold = market.call(orders.create, sell, taker.token)
    await pause(COMMIT_HANGS_MS)
    await letGo()
    expect(await sold).toMatchObject({ code: 200 })
    expect(market.app.venue.cycle() - cycles).toBeLessThan(FEW_CYCLES)
  })
})

describe('a trade between customers', () => {
  const share = { stockCode: SHARE.code, market: 'US' } as const
  const bid = { ...share, direction: 0, orderType: 1, price: '182.38', quantity: '4' } as const
  const sale = { ...share, direction: 1, orderType: 0, quantity: '4' } as const
  let house: Harness
  let [resting, coming]: [Customer, Customer] = [] as never

  beforeEach(async () => {
    house = await startHarness()
    ;[resting, coming] = [await house.newCustomer(), await house.newCustomer()]
    await house.ask(orders.create, { ...share, direction: 0, orderType: 0, quantity: '10' }, coming.token)
    house.market.asks = [['182.40', 500]]
  })
  afterEach(() => house.stop())
  const restingRow = async (orderId: string) => (await house.ask(orders.list, { orderId }, resting.token)).list[0]

  test('is booked for both, for the one who came with the acceptance', async () => {
    const { orderId } = await house.ask(orders.create, bid, resting.token)
    const sold = await house.ask(orders.create, sale, coming.token)
    expect((await house.ask(orders.list, { orderId: sold.orderId }, coming.token)).list[0]).toMatchObject({ status: 1, avgPrice: '182.38' })
    await house.venue.cycle()
    expect(await restingRow(orderId)).toMatchObject({ status: 1, avgPrice: '182.38', fills: [{ quantity: '4' }] })
    await expectSoundBooks(house.app.pool)
  })

  test('is booked before what its customer orders after it, whichever reaches the write path first', async () => {
    await house.ask(orders.create, bid, resting.token)
    const letGo = await holdFillsUp(house.app.pool)
    // Both transactions have work that cannot be written yet.
    const [other, another] = [await house.newCustomer(), await house.newCustomer()]
    const buy = { ...share, direction: 0, orderType: 0, quantity: '1' } as const
    const before = [other, another].map(({ token }) => house.call(orders.create, buy, token))
    await pause(A_MOMENT_MS)
    // It waits for them; meanwhile the order of the same customer that rests is met.
    const bought = house.call(orders.create, buy, resting.token)
    await pause(A_MOMENT_MS)
    house.market.print(house.app.clock.now() + 100, 'sell', '182.38', 10_000)
    const passed = house.pass(CYCLE_MS)
    await letGo()
    for (const answer of await Promise.all([...before, bought])) expect(answer).toMatchObject({ code: 200 })
    await passed
    await house.venue.cycle()
    const { rows } = await house.app.pool.query<{ step: bigint }>(
      `select cause_step as step from entries where account_id = $1 and cause_kind = 'order' and cause_step > 0 order by sequence`,
      [resting.accountId],
    )
    expect(rows).toHaveLength(2)
    expect(rows.map(({ step }) => step)).toEqual(rows.map(({ step }) => step).toSorted((a, b) => Number(a - b)))
    await expectSoundBooks(house.app.pool)
  })

  test('is booked for neither when the one who came cannot be booked', async () => {
    const { orderId } = await house.ask(orders.create, bid, resting.token)
    await refuseFillsOf(house.app.pool, coming.accountId)
    expect(await house.call(orders.create, sale, coming.token)).not.toMatchObject({ code: 200 })
    await house.venue.cycle()
    expect(await restingRow(orderId)).toMatchObject({ status: 0, filledQuantity: '0', fills: [] })
    expect((await house.ask(orders.list, {}, coming.token)).total).toBe(1)
    await expectSoundBooks(house.app.pool)
    expect(house.problems.some((line) => line.includes('the market stopped'))).toBe(true)
    house.problems.length = 0
  })

  /** Sends both sides while every transaction is busy, so that the next one takes them together. */
  const inOneBatch = async () => {
    const busy = [await house.newCustomer(), await house.newCustomer()]
    const blocker = await house.app.pool.connect()
    await blocker.query('begin')
    await blocker.query('select from account_states where account_id = any($1::bigint[]) for update', [
      busy.map(({ accountId }) => accountId),
    ])
    const look = { idempotency: null, reads: {}, decide: () => ok({ outcome: { entries: [] }, data: true }) }
    const looking: Promise<unknown>[] = []
    for (const { accountId } of busy) {
      looking.push(house.writePath.run({ accountId, ...look }))
      await new Promise(setImmediate)
    }
    const run = vi.spyOn(house.writePath, 'run')
    const bought = house.call(orders.create, bid, resting.token)
    await vi.waitUntil(() => run.mock.calls.length === 1)
    const sold = house.call(orders.create, sale, coming.token)
    await vi.waitUntil(() => run.mock.calls.length === 2)
    run.mockRestore()
    await blocker.query('commit')
    blocker.release()
    await Promise.all(looking)
    return { bought: await bought, sold: await sold }
  }

  test('is booked for both when they come in one batch', async () => {
    const { bought } = await inOneBatch()
    await house.venue.cycle()
    expect(await restingRow(bought.data?.orderId ?? '')).toMatchObject({ status: 1, avgPrice: '182.38', fills: [{ quantity: '4' }] })
    await expectSoundBooks(house.app.pool)
  })

  test('is booked for neither when they come in one batch and one of them cannot be booked', async () => {
    await refuseFillsOf(house.app.pool, coming.accountId)
    const { bought, sold } = await inOneBatch()
    expect(sold).not.toMatchObject({ code: 200 })
    await house.venue.cycle()
    expect(await restingRow(bought.data?.orderId ?? '')).toMatchObject({ status: 0, filledQuantity: '0', fills: [] })
    await expectSoundBooks(house.app.pool)
    house.problems.length = 0
  })

  test('is not undone for everybody by an order with a price that no record can keep', async () => {
    const tooHigh = { ...share, direction: 0, orderType: 0, quantity: '1', takeProfit: '9999999999999' } as const
    expect(await house.call(orders.create, tooHigh, coming.token)).toMatchObject({ code: 1000, data: { field: 'takeProfit' } })
    expect(house.problems).toEqual([])
  })
})
