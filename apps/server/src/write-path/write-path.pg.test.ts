import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { scaled } from '@rueda/rules/decimal.ts'
import { type AccountState, type Outcome, walletOf } from '@rueda/rules/ledger/account-state.ts'
import { transfer } from '@rueda/rules/ledger/entry.ts'
import { acceptOrder } from '@rueda/rules/orders/accept.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { orderRequest, usTerms } from '@rueda/rules/testing/us.ts'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Database } from '../db/open.ts'
import { inTransaction } from '../db/transaction.ts'
import { freeze } from '../features/accounts/freeze.ts'
import { createIds } from '../ids.ts'
import { createTestDatabase } from '../testing/database.ts'
import { openTestAccount } from '../testing/books.ts'
import { expectSoundBooks } from '../testing/sound-books.ts'
import { claimAccount } from './claim-account.ts'
import type { BoundCommand, Decision } from './command.ts'
import { type WritePath, createWritePath } from './write-path.ts'
import { orderKind } from '@rueda/rules/orders/records.ts'
import { venueOrderOf } from '../features/orders/venue-order.ts'
import { openPositionsIn } from '../features/positions/records.ts'
import { kinds } from '../features/all-records.ts'

let database: Database
let writePath: WritePath
const ids = createIds({ now: () => Date.now() })
let now = 1_795_186_800_000
const A_MOMENT_MS = 100

beforeAll(async () => {
  database = await createTestDatabase()
  writePath = createWritePath({ pool: database.pool, kinds, clock: { now: () => now } })
})
afterAll(async () => {
  await writePath.drain()
  await expectSoundBooks(database.pool)
  await database.stop()
})

let nextAccount = 1
const newAccount = async (cents: bigint): Promise<string> => {
  nextAccount += 1
  return openTestAccount(database.pool, writePath, String(nextAccount), cents)
}

const buy = (accountId: string, change: Parameters<typeof orderRequest>[0] = {}, key: string | null = null): BoundCommand<string> => ({
  accountId,
  idempotency: {
    path: '/stock/create',
    key,
    bodyHash: createHash('sha256')
      .update(JSON.stringify([change, accountId], (_, v: unknown) => (typeof v === 'bigint' ? `${v}` : v)))
      .digest('hex'),
  },
  reads: { wallets: ['STOCK'], records: [openPositionsIn(['US:ARDV'])] },
  decide: (state) => {
    const accepted = acceptOrder(state, orderRequest({ id: ids.next(), ...change }), usTerms(), now)
    return accepted.ok ? ok({ outcome: accepted.value.outcome, data: accepted.value.order.id }) : accepted
  },
})

/** Spends one cent, so that its order among others shows in the balance after it. */
const spend = (accountId: string, step: number): BoundCommand<bigint> => ({
  accountId,
  idempotency: null,
  reads: { wallets: ['STOCK', 'FUTURE'] },
  decide: (state: AccountState): Result<Decision<bigint>> => {
    const before = walletOf(state, 'STOCK').cash
    if (before < 1n) return refuse('wallet.insufficient')
    const lines = transfer({ from: 'U:STOCK:CASH', to: 'U:FUTURE:CASH', asset: 'USD', amount: 1n })
    const entry = { journal: 'J20', cause: { kind: 'transfer', id: 'spend', step }, lines, valueDate: '2026-11-20' } as const
    return ok({ outcome: { entries: [entry] }, data: before - 1n })
  },
})

describe('the write path', () => {
  it('keeps the order of one customer’s commands, however many batches they fall into', async () => {
    const accountId = await newAccount(1_000n)
    const results = await Promise.all(Array.from({ length: 700 }, (_, step) => writePath.run(spend(accountId, step))))
    expect(results.map((result) => result.ok && result.value)).toEqual(Array.from({ length: 700 }, (_, step) => 999n - BigInt(step)))
  })

  it('never lets parallel orders spend the same money twice', async () => {
    const accountId = await newAccount(2_800_000n)
    const results = await Promise.all(Array.from({ length: 50 }, (_, index) => writePath.run(buy(accountId, { number: `S-${index}` }))))
    expect(results.filter(({ ok: accepted }) => accepted)).toHaveLength(1)
    expect(results.filter((result) => !result.ok && result.refusal === 'wallet.insufficient')).toHaveLength(49)
  })

  it('answers a hundred parallel requests with one key alike, and acts once', async () => {
    const accountId = await newAccount(10_000_000n)
    const results = await Promise.all(Array.from({ length: 100 }, () => writePath.run(buy(accountId, {}, 'key-1'))))
    expect(new Set(results.map((result) => result.ok && result.value)).size).toBe(1)
    const { rows } = await database.pool.query('select from orders where account_id = $1', [accountId])
    expect(rows).toHaveLength(1)
  })

  it('refuses another body under the same key, and another customer’s equal key is another key', async () => {
    const [one, other] = [await newAccount(10_000_000n), await newAccount(10_000_000n)]
    expect(await writePath.run(buy(one, {}, 'key-2'))).toMatchObject({ ok: true })
    expect(await writePath.run(buy(one, { quantity: scaled('10') }, 'key-2'))).toMatchObject({ refusal: 'idempotency.key_reused' })
    expect(await writePath.run(buy(other, {}, 'key-2'))).toMatchObject({ ok: true })
  })

  it('takes the same body without a key for a double tap during two seconds', async () => {
    const accountId = await newAccount(10_000_000n)
    expect(await writePath.run(buy(accountId))).toMatchObject({ ok: true })
    now += 1_999
    expect(await writePath.run(buy(accountId))).toMatchObject({ refusal: 'idempotency.still_running' })
    now += 1
    expect(await writePath.run(buy(accountId))).toMatchObject({ ok: true })
  })

  it('stores no answer for a refusal: the same key works once there is money', async () => {
    const accountId = await newAccount(100n)
    expect(await writePath.run(buy(accountId, {}, 'key-3'))).toMatchObject({ refusal: 'wallet.insufficient' })
    expect(await writePath.run(buy(accountId, { quantity: scaled('1'), limitPrice: scaled('0.50'), side: 'buy' }, 'key-4'))).toMatchObject({
      ok: true,
    })
  })

  it('replays an answer for a day; later the key is refused, not executed', async () => {
    const accountId = await newAccount(10_000_000n)
    const first = await writePath.run(buy(accountId, {}, 'key-5'))
    now += 24 * 3_600_000
    expect(await writePath.run(buy(accountId, {}, 'key-5'))).toEqual(first)
    now += 1
    expect(await writePath.run(buy(accountId, {}, 'key-5'))).toMatchObject({ refusal: 'idempotency.key_reused', facts: { expired: true } })
  })

  it('a command that throws fails alone; the others of its batch are saved', async () => {
    const [good, bad] = [await newAccount(10_000_000n), await newAccount(10_000_000n)]
    const broken: BoundCommand<string> = {
      ...buy(bad),
      decide: () => {
        throw new Error('a bug')
      },
    }
    const [first, second, third] = await Promise.allSettled([
      writePath.run(buy(good, {}, 'a')),
      writePath.run(broken),
      writePath.run(buy(good, {}, 'b')),
    ])
    expect([first.status, second.status, third.status]).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    const { rows } = await database.pool.query('select from orders where account_id = any($1)', [[good, bad]])
    expect(rows).toHaveLength(2)
  })

  it('an entry the database refuses costs only its own command', async () => {
    const [good, bad] = [await newAccount(1_000n), await newAccount(1_000n)]
    await writePath.run(spend(bad, 1))
    const [twice, fine] = await Promise.allSettled([writePath.run(spend(bad, 1)), writePath.run(spend(good, 1))])
    expect([twice.status, fine.status]).toEqual(['rejected', 'fulfilled'])
  })

  it('what changes nothing is not committed: nobody waits for the disk', async () => {
    const accountId = await newAccount(1_000n)
    const query = vi.spyOn(Client.prototype, 'query')
    const look: BoundCommand<bigint> = {
      ...spend(accountId, 1),
      decide: (state) => ok({ outcome: { entries: [] }, data: walletOf(state, 'STOCK').cash }),
    }
    expect(await writePath.run(look)).toEqual({ ok: true, value: 1_000n })
    expect(await writePath.run(buy(accountId, {}, 'key-6'))).toMatchObject({ refusal: 'wallet.insufficient' })
    const ends = () => query.mock.calls.flatMap(([text]) => (text === 'commit' || text === 'rollback' ? [text] : []))
    expect(ends()).toEqual(['rollback', 'rollback'])
    expect(await writePath.run(spend(accountId, 1))).toMatchObject({ ok: true })
    expect(ends()).toEqual(['rollback', 'rollback', 'commit'])
    query.mockRestore()
  })

  it('an unknown account reads as a missing one', async () => {
    expect(await writePath.run(buy('999999'))).toMatchObject({ refusal: 'object.not_found' })
  })
})

describe('orders that the venue executes before the commit', () => {
  const reported = { kind: 'ended', reason: 'NO_LIQUIDITY', sequence: 1, at: now } as const

  /** A write path beside a venue that ends every order, with what it was told of its batches. */
  function besideVenue(meanwhile = async (): Promise<void> => undefined) {
    const told: string[] = []
    const failures: string[] = []
    const withVenue = createWritePath({
      pool: database.pool,
      kinds,
      clock: { now: () => now },
      propose: async (orders) => {
        told.push(`asked for ${orders.length}`)
        await meanwhile()
        return {
          reports: orders.map(({ orderId, accountId }) => ({ ...reported, orderId, accountId })),
          inputs: { isCommitted: false },
          isFirst: () => true,
          isBehind: () => false,
          mayCommit: async () => true,
          committed: (booked) => told.push(`committed, ${booked.size} booked`),
          failed: ({ message }) => told.push(message),
        }
      },
      onFailure: ({ cause }) => failures.push(String(cause)),
    })
    return { withVenue, told, failures }
  }

  /** A purchase with its order for the venue, its outcome changed, and what is decided with the venue's reports. */
  function placing(
    accountId: string,
    id: string,
    { changed = (outcome: Outcome): Outcome => outcome, complete = (): Decision<string> | null => null },
  ): BoundCommand<string> {
    const bought = buy(accountId, { id })
    return {
      ...bought,
      places: true,
      decide: (state, moment) => {
        const decided = bought.decide(state, moment)
        if (!decided.ok) return decided
        const { outcome, data } = decided.value
        return ok({ outcome: changed(outcome), data, placement: { orders: orderKind.in(outcome).map(venueOrderOf), complete } })
      },
    }
  }
  const statusOf = async (id: string) =>
    (await database.pool.query<{ status: string; held_cash: bigint }>('select status, held_cash from orders where id = $1', [id])).rows

  it('are accepted alone when what the venue reports cannot be decided; it is booked or given up afterwards', async () => {
    const accountId = await newAccount(5_000_000n)
    const { withVenue, told } = besideVenue()
    const id = ids.next()
    const complete = (): never => {
      throw new Error('a fault in booking')
    }
    expect(await withVenue.run(placing(accountId, id, { complete }))).toMatchObject({ ok: true, value: id })
    expect(told).toEqual(['asked for 1', 'committed, 0 booked'])
    expect(await statusOf(id)).toEqual([{ status: 'working', held_cash: 27_363_71n }])
    await withVenue.drain()
  })

  it('are accepted alone when what the venue reports does not fit the books', async () => {
    const accountId = await newAccount(5_000_000n)
    const { withVenue, told } = besideVenue()
    const id = ids.next()
    const tooLarge = { asset: 'USD', amount: 2n ** 63n }
    const lines = [
      { ...tooLarge, account: 'U:STOCK:CASH' },
      { ...tooLarge, account: 'H:SUSPENSE:USD', amount: -tooLarge.amount },
    ]
    const entry = { journal: 'J99', cause: { kind: 'order', id, step: 9 }, lines, valueDate: '2026-11-20' } as const
    const complete = (): Decision<string> => ({ outcome: { entries: [entry] }, data: id })
    expect(await withVenue.run(placing(accountId, id, { complete }))).toMatchObject({ ok: true, value: id })
    expect(told).toEqual(['asked for 1', 'committed, 0 booked'])
    await withVenue.drain()
  })

  it('belong to accounts that nobody changes before the commit', async () => {
    const accountId = await newAccount(5_000_000n)
    const id = ids.next()
    // Who changes the account meanwhile is let in by the commit, and finds the order there. Which of the two this
    // process hears of first is up to their connections.
    const foundByTheChange = async (): Promise<readonly string[]> => {
      const found = await inTransaction(database.pool, async (client) => {
        await freeze(client, accountId, 'owner', now)
        const { rows } = await client.query<{ status: string }>('select status from orders where id = $1', [id])
        return ok(rows.map(({ status }) => status))
      })
      return found.ok ? found.value : []
    }
    let found: Promise<readonly string[]> = Promise.resolve([])
    const { withVenue, told } = besideVenue(async () => {
      found = foundByTheChange()
      await pause(A_MOMENT_MS)
    })
    expect(await withVenue.run(placing(accountId, id, {}))).toMatchObject({ ok: true })
    expect(await found).toEqual(['working'])
    expect(told).toEqual(['asked for 1', 'committed, 0 booked'])
    await withVenue.drain()
  })

  it('are decided once more, and executed once, when another account of the batch was changed meanwhile', async () => {
    const [accountId, other] = [await newAccount(5_000_000n), await newAccount(5_000n)]
    const versionOf = async (): Promise<bigint> => {
      const { rows } = await database.pool.query<{ version: bigint }>('select version from account_states where account_id = $1', [other])
      return rows[0]?.version ?? 0n
    }
    const before = await versionOf()
    let isChanged = false
    const { withVenue, told, failures } = besideVenue(async () => {
      if (isChanged) return
      isChanged = true
      await inTransaction(database.pool, async (client) => ok(await claimAccount(client, other)))
    })
    const id = ids.next()
    // Two others take the two transactions, so that what comes meanwhile is one batch.
    const others = [await newAccount(5_000n), await newAccount(5_000n)].map((each) => withVenue.run(spend(each, 1)))
    const both = [withVenue.run(placing(accountId, id, {})), withVenue.run(spend(other, 1))]
    expect(await Promise.all(both)).toMatchObject([{ ok: true, value: id }, { ok: true }])
    await Promise.all(others)
    expect(told).toEqual(['asked for 1', 'committed, 0 booked'])
    expect(failures).toEqual([])
    // The change, and the second attempt's own claim and save: the database said why it refused the first, and was not asked what became of it.
    expect((await versionOf()) - before).toBe(3n)
    await withVenue.drain()
  })

  it('do not hold up who gets out, but for what their own account asked before', async () => {
    const [one, two, out, third] = await Promise.all(Array.from({ length: 4 }, () => newAccount(5_000_000n)))
    const answered = Promise.withResolvers<void>()
    const { withVenue, told } = besideVenue(() => answered.promise)
    const ended: string[] = []
    const run = (name: string, command: BoundCommand<unknown>) => withVenue.run(command).then(() => ended.push(name))
    const first = run('first', placing(one ?? '', ids.next(), {}))
    await expect.poll(() => told).toHaveLength(1)
    const second = run('second', placing(two ?? '', ids.next(), {}))
    await expect.poll(() => told).toHaveLength(2)
    const goesFirst = { goesFirst: true } as const
    const rest = [
      run('third', spend(third ?? '', 1)),
      run('own', { ...spend(one ?? '', 1), ...goesFirst }),
      run('behind', { ...spend(third ?? '', 2), ...goesFirst }),
    ]
    await run('out', { ...spend(out ?? '', 1), ...goesFirst })
    await pause(A_MOMENT_MS)
    expect(ended).toEqual(['out'])
    answered.resolve()
    await Promise.all([first, second, ...rest])
    expect(ended.indexOf('own')).toBeGreaterThan(ended.indexOf('first'))
    expect(ended.indexOf('behind')).toBeGreaterThan(ended.indexOf('third'))
    await withVenue.drain()
  })

  const broken: readonly (readonly [string, (outcome: Outcome) => Outcome])[] = [
    ['an entry that moves nothing', (outcome) => ({ ...outcome, entries: outcome.entries.map((entry) => ({ ...entry, lines: [] })) })],
    [
      'a number that no column holds',
      (outcome) => ({
        ...outcome,
        records: orderKind.changed(...orderKind.in(outcome).map((order) => ({ ...order, takeProfit: 2n ** 63n }))),
      }),
    ],
  ]
  it.each(broken)('never reach it when their acceptance cannot be written: %s', async (_name, changed) => {
    const [accountId, other] = [await newAccount(5_000_000n), await newAccount(5_000_000n)]
    const { withVenue, told, failures } = besideVenue()
    const [id, sound] = [ids.next(), ids.next()]
    const both = await Promise.allSettled([withVenue.run(placing(accountId, id, { changed })), withVenue.run(placing(other, sound, {}))])
    expect(both).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled', value: { ok: true, value: sound } }])
    expect(failures).toHaveLength(1)
    expect(told).toEqual(['asked for 1', 'committed, 0 booked'])
    expect(await statusOf(id)).toEqual([])
    await withVenue.drain()
  })
})
