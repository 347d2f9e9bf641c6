import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../db/open.ts'
import { createTestDatabase } from '../testing/database.ts'
import { accountRanges } from './account-range.ts'
import { marketGroups } from './market-group.ts'
import { type NumberedLease, type NumberedTable, epochOfNumber, settleNumbers, takeNumbered } from './numbered-lease.ts'

/** What several processes hold by number: when there are to be more or fewer, whoever held one of those before goes. */
let database: Database
let held: NumberedLease[]
beforeEach(async () => {
  database = await createTestDatabase()
  held = []
})
afterEach(async () => {
  for (const { lease } of held) await lease.resign()
  await database.stop()
})

async function take(kind: NumberedTable): Promise<NumberedLease> {
  const log = pino({ level: 'silent' })
  const taken = await takeNumbered(kind, { connection: database.connection, log, onStandby: () => Promise.resolve() })
  held.push(taken)
  return taken
}

describe.each([marketGroups, accountRanges])('$table', (kind) => {
  it('go to others when their number changes', async () => {
    await settleNumbers(database.pool, kind, 2)
    const [one, other] = [await take(kind), await take(kind)]
    expect([one.number, other.number]).toEqual([0, 1])
    await settleNumbers(database.pool, kind, 3)
    expect(await Promise.all([one.lease.lost, other.lease.lost])).toEqual([kind.texts.lost, kind.texts.lost])
    expect((await take(kind)).number).toBe(0)
  })

  it('are lost to whoever holds one that is taken away', async () => {
    await settleNumbers(database.pool, kind, 2)
    await take(kind)
    const { lease } = await take(kind)
    await settleNumbers(database.pool, kind, 1)
    expect(await lease.lost).toBe(kind.texts.lost)
    expect(lease.isSure()).toBe(false)
  })

  it('never have an epoch twice, also where one comes back', async () => {
    await settleNumbers(database.pool, kind, 2)
    await take(kind)
    const { lease } = await take(kind)
    const before = lease.epoch()
    await settleNumbers(database.pool, kind, 1)
    await settleNumbers(database.pool, kind, 2)
    expect(await epochOfNumber(database.pool, kind, 1)).toBeGreaterThan(before)
  })
})
