import { scaled } from '@rueda/rules/decimal.ts'
import { acceptOrder } from '@rueda/rules/orders/accept.ts'
import { endOrder } from '@rueda/rules/orders/end.ts'
import { ok } from '@rueda/rules/result.ts'
import { orderRequest, usTerms } from '@rueda/rules/testing/us.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../db/open.ts'
import { UnknownOutcome } from '../db/unknown-outcome.ts'
import { createIds } from '../ids.ts'
import { openTestAccount } from '../testing/books.ts'
import { type CuttingProxy, startCuttingProxy } from '../testing/cutting-proxy.ts'
import { createTestDatabase } from '../testing/database.ts'
import { expectSoundBooks } from '../testing/sound-books.ts'
import type { BoundCommand } from './command.ts'
import { type WritePath, createWritePath } from './write-path.ts'
import { ordersWithPositions } from '../features/orders/reads.ts'
import { openPositionsIn } from '../features/positions/records.ts'
import { kinds } from '../features/all-records.ts'
import { orderKind, orderEventKind } from '@rueda/rules/orders/records.ts'

/** The connection breaks when a commit is on its way, two hundred times, while other customers trade. */
const CUTS = 200
const CUSTOMERS = 12
const EVERY = 3
/** Each cut costs a new connection. */
const PATIENCE_MS = 300_000

let database: Database
let proxy: CuttingProxy
let writePath: WritePath
let state = 20_261_122
const rng = (): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state / 2 ** 32
}
const ids = createIds({ now: () => Date.now() })
const now = 1_795_186_800_000
const accounts: string[] = []
const told: string[] = []
const toldEnded: string[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  let commits = 0
  proxy = await startCuttingProxy({
    pool: database.pool,
    rng,
    isCut: () => {
      commits += 1
      return accounts.length === CUSTOMERS && proxy.cuts() < CUTS && commits % EVERY === 0
    },
  })
  writePath = createWritePath({ pool: proxy.pool, kinds, clock: { now: () => now } })
  for (let number = 1; number <= CUSTOMERS; number += 1)
    accounts.push(await openTestAccount(database.pool, writePath, String(number), 1_000_000_000n))
  writePath.onCommitted((committed) => {
    const [accepted, orderEvents] = [committed.added(orderKind), committed.happened(orderEventKind)]
    told.push(...accepted.map(({ id }) => id))
    toldEnded.push(...orderEvents.flatMap(({ kind, orderId }) => (kind === 'ended' ? [orderId] : [])))
  })
})
afterAll(async () => {
  await writePath.drain()
  await expectSoundBooks(database.pool)
  await proxy.stop()
  await database.stop()
})

const buy = (accountId: string, id: string): BoundCommand<string> => ({
  accountId,
  idempotency: { path: '/stock/create', key: id, bodyHash: id },
  reads: { wallets: ['STOCK'], records: [openPositionsIn(['US:ARDV'])] },
  decide: (before) => {
    const accepted = acceptOrder(before, orderRequest({ id, number: id, quantity: scaled('1') }), usTerms(), now)
    return accepted.ok ? ok({ outcome: accepted.value.outcome, data: id }) : accepted
  },
})

const cancel = (accountId: string, orderId: string): BoundCommand<string> => ({
  accountId,
  idempotency: null,
  reads: { wallets: ['STOCK'], records: ordersWithPositions([orderId]) },
  decide: (before) => {
    const ended = endOrder(before, { orderId, reason: 'CANCELLED', tradeDate: '2026-11-20' }, now)
    return ended.ok ? ok({ outcome: ended.value, data: orderId }) : ended
  },
})

it('whoever waits to hear whether it was committed is told that nobody knows, where the server closes first', async () => {
  const accountId = await openTestAccount(database.pool, writePath, String(CUSTOMERS + 1), 1_000_000_000n)
  let isLost = false
  const losing = await startCuttingProxy({
    pool: database.pool,
    rng: () => 0,
    isCut: () => {
      if (!isLost) losing.lose()
      isLost = true
      return true
    },
  })
  const closing = createWritePath({ pool: losing.pool, kinds, clock: { now: () => now } })
  const asked = closing.run(buy(accountId, ids.next())).catch((error: unknown) => error)
  await expect.poll(() => isLost).toBe(true)
  void closing.drain()
  expect(await asked).toBeInstanceOf(UnknownOutcome)
  await losing.stop()
})

it(
  'what was committed is told once, and what was not is done again: nobody is left without an answer',
  { timeout: PATIENCE_MS },
  async () => {
    const answered: string[] = []
    const trade = async (accountId: string): Promise<void> => {
      while (proxy.cuts() < CUTS) {
        const id = ids.next()
        for (const command of [buy(accountId, id), cancel(accountId, id)]) {
          const result = await writePath.run(command)
          if (!result.ok) throw new Error(result.refusal)
        }
        answered.push(id)
      }
    }
    await Promise.all(accounts.map(trade))
    expect(proxy.cuts()).toBe(CUTS)
    const { rows } = await database.pool.query<{ id: string }>('select id::text from orders')
    const stored = rows.map(({ id }) => id).toSorted()
    expect(stored).toEqual(answered.toSorted())
    expect(told.toSorted()).toEqual(stored)
    expect(toldEnded.toSorted()).toEqual(stored)
  },
)

it('what was committed before a successor wrote the same account is not told as left to it', async () => {
  const accountId = await openTestAccount(database.pool, writePath, String(CUSTOMERS + 2), 1_000_000_000n)
  let isArmed = false
  let hasPassed = false
  const losing = await startCuttingProxy({
    pool: database.pool,
    // The commit is passed on at once, and its answer is lost.
    rng: () => 1 / 3,
    isCut: () => {
      if (!isArmed || hasPassed) return false
      hasPassed = true
      losing.away(true)
      return true
    },
  })
  const over: string[] = []
  const old = createWritePath({ pool: losing.pool, kinds, clock: { now: () => now }, onDeposed: (what) => over.push(what) })
  await old.run(buy(accountId, ids.next()))
  isArmed = true
  const id = ids.next()
  const asked = old.run(buy(accountId, id)).catch((error: unknown) => error)
  await expect.poll(() => hasPassed).toBe(true)
  const isStored = async () => (await database.pool.query('select from orders where id = $1', [id])).rowCount === 1
  await expect.poll(isStored).toBe(true)
  const { rows } = await database.pool.query<{ epoch: bigint }>('update leadership set epoch = epoch + 1 returning epoch')
  const epoch = rows[0]?.epoch ?? 0n
  const next = createWritePath({ pool: database.pool, kinds, clock: { now: () => now }, epoch: () => epoch })
  await next.run(buy(accountId, ids.next()))
  losing.away(false)
  expect(await asked).toBeInstanceOf(UnknownOutcome)
  expect(over).toEqual(['leadership'])
  await next.drain()
  await losing.stop()
  await database.pool.query('update leadership set epoch = epoch - 1')
})
