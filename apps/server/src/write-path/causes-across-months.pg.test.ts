import { transfer } from '@rueda/rules/ledger/entry.ts'
import { ok } from '@rueda/rules/result.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../db/open.ts'
import { kinds } from '../features/all-records.ts'
import { openTestAccount } from '../testing/books.ts'
import { createTestDatabase } from '../testing/database.ts'
import { expectSoundBooks } from '../testing/sound-books.ts'
import type { BoundCommand } from './command.ts'
import { type WritePath, createWritePath } from './write-path.ts'

/** A cause is booked once, also where a month ends between the first time and the second. */
let database: Database
let now = Date.parse('2026-11-30T23:59:59Z')
let writePath: WritePath
beforeAll(async () => {
  database = await createTestDatabase()
  writePath = createWritePath({ pool: database.pool, kinds, clock: { now: () => now } })
})
afterAll(async () => {
  await writePath.drain()
  await expectSoundBooks(database.pool)
  await database.stop()
})

/** Decided anew each time, as by a process that knows nothing of the first. */
const moving = (accountId: string, step: number): BoundCommand<true> => ({
  accountId,
  idempotency: null,
  reads: { wallets: ['STOCK', 'FUTURE'] },
  decide: () => {
    const lines = transfer({ from: 'U:STOCK:CASH', to: 'U:FUTURE:CASH', asset: 'USD', amount: 1n })
    const cause = { kind: 'transfer', id: 'twice', step } as const
    return ok({ outcome: { entries: [{ journal: 'J20', cause, lines, valueDate: '2026-11-30' }] }, data: true })
  },
})

it('what was booked just before midnight is refused just after it, and what is new is not', async () => {
  const accountId = await openTestAccount(database.pool, writePath, '1', 1_000n)
  await writePath.run(moving(accountId, 1))
  now = Date.parse('2026-12-01T00:00:01Z')
  await expect(writePath.run(moving(accountId, 1))).rejects.toThrow(/failed/u)
  expect(await writePath.run(moving(accountId, 2))).toEqual(ok(true))
})
