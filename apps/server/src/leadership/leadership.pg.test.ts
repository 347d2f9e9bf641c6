import { transfer } from '@rueda/rules/ledger/entry.ts'
import { ok } from '@rueda/rules/result.ts'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { becomeOwner } from '../db/app-role.ts'
import type { Database } from '../db/open.ts'
import { openTestAccount } from '../testing/books.ts'
import { createTestDatabase } from '../testing/database.ts'
import { LeadershipOver } from '../write-path/commit.ts'
import type { BoundCommand } from '../write-path/command.ts'
import { type WritePath, createWritePath } from '../write-path/write-path.ts'
import { takeLeadership } from './leadership.ts'
import type { Lease } from './lease.ts'
import { kinds } from '../features/all-records.ts'

/** One server leads; the earlier leader books nothing any more. */
let database: Database
const closers: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
  await database.stop()
})

async function lead(onStandby: () => Promise<void> = async () => undefined): Promise<Lease> {
  const leadership = await takeLeadership({ connection: database.connection, log: pino({ level: 'silent' }), onStandby })
  closers.push(() => leadership.resign())
  return leadership
}

function writing(leadership: Lease): WritePath {
  const now = Date.parse('2026-11-20T15:00:00Z')
  const writePath = createWritePath({
    pool: database.pool,
    kinds,
    clock: { now: () => now },
    epoch: leadership.epoch,
    onDeposed: leadership.depose,
  })
  closers.push(() => writePath.drain())
  return writePath
}

const spend = (accountId: string, step: number): BoundCommand<true> => ({
  accountId,
  idempotency: null,
  reads: { wallets: ['STOCK', 'FUTURE'] },
  decide: () => {
    const lines = transfer({ from: 'U:STOCK:CASH', to: 'U:FUTURE:CASH', asset: 'USD', amount: 1n })
    const cause = { kind: 'transfer', id: 'spend', step } as const
    return ok({ outcome: { entries: [{ journal: 'J20', cause, lines, valueDate: '2026-11-20' }] }, data: true })
  },
})

/** Ends them as the owner, because the role of the running server may end nobody. */
async function endLeaderSessions(): Promise<void> {
  const client = await database.pool.connect()
  await becomeOwner(client)
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'rueda leader' and datname = current_database()",
  )
  client.release(true)
}

it('a second server waits as a standby and leads when the first resigns, in the next epoch', async () => {
  const first = await lead()
  const waits = Promise.withResolvers<void>()
  const second = lead(async () => waits.resolve())
  await waits.promise
  expect(first.epoch()).toBe(1n)
  await first.resign()
  expect((await second).epoch()).toBe(2n)
})

it('a leader whose connection breaks goes on while nobody else has led', async () => {
  const first = await lead()
  const writePath = writing(first)
  const accountId = await openTestAccount(database.pool, writePath, '1', 1_000n)
  await endLeaderSessions()
  await expect.poll(async () => (await lockHolders()).length, { timeout: 20_000 }).toBe(1)
  expect(await writePath.run(spend(accountId, 1))).toMatchObject({ ok: true })
  expect(first.epoch()).toBe(1n)
})

it('a leader that was overtaken books nothing more, and learns of it', async () => {
  const first = await lead()
  const writePath = writing(first)
  const accountId = await openTestAccount(database.pool, writePath, '1', 1_000n)
  // The next one leads without having waited for the lock: the epoch is what protects the ledger.
  await database.pool.query('update leadership set epoch = epoch + 1')
  await expect(writePath.run(spend(accountId, 1))).rejects.toThrow(LeadershipOver)
  expect(await first.lost).toContain('another server leads')
  const { rows } = await database.pool.query("select from entries where cause_id = 'spend'")
  expect(rows).toHaveLength(0)
})

it('a batch that stands still in its midst is ended by whoever takes over, and never committed', async () => {
  const first = await lead()
  const accountId = await openTestAccount(database.pool, writing(first), '1', 1_000n)
  const stuck = await database.pool.connect()
  await stuck.query('begin')
  await stuck.query('select hold_epoch($1)', [first.epoch()])
  await stuck.query('update account_states set open_orders = 7 where account_id = $1', [accountId])
  await first.resign()
  const second = await lead()
  expect(second.epoch()).toBe(2n)
  await expect(stuck.query('commit')).rejects.toThrow(/connection/iu)
  stuck.release(true)
  const { rows } = await database.pool.query<{ open_orders: number }>('select open_orders from account_states where account_id = $1', [
    accountId,
  ])
  expect(rows[0]?.open_orders).toBe(0)
})

async function lockHolders(): Promise<readonly unknown[]> {
  const { rows } = await database.pool.query(
    `select from pg_locks l join pg_database d on d.oid = l.database
     where locktype = 'advisory' and objid = 7830001 and granted and datname = current_database()`,
  )
  return rows
}
