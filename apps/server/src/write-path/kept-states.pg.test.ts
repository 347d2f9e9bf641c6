import { setTimeout as pause } from 'node:timers/promises'
import { type AccountState, walletOf } from '@rueda/rules/ledger/account-state.ts'
import { transfer } from '@rueda/rules/ledger/entry.ts'
import { type Result, ok } from '@rueda/rules/result.ts'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Database } from '../db/open.ts'
import { inTransaction } from '../db/transaction.ts'
import { kinds } from '../features/all-records.ts'
import { freeze } from '../features/accounts/freeze.ts'
import { openTestAccount } from '../testing/books.ts'
import { createTestDatabase } from '../testing/database.ts'
import { expectSoundBooks } from '../testing/sound-books.ts'
import { claimAccount } from './claim-account.ts'
import type { BoundCommand, Decision } from './command.ts'
import { type WritePath, createWritePath } from './write-path.ts'

const NOW = 1_795_186_800_000
const A_MOMENT_MS = 100
let database: Database
let writePath: WritePath

beforeAll(async () => {
  database = await createTestDatabase()
  writePath = createWritePath({ pool: database.pool, kinds, clock: { now: () => NOW } })
})
afterAll(async () => {
  await writePath.drain()
  await expectSoundBooks(database.pool)
  await database.stop()
})

let accounts = 0
const newAccount = (): Promise<string> => {
  accounts += 1
  return openTestAccount(database.pool, writePath, String(accounts), 1_000n)
}

const versionOf = async (accountId: string): Promise<bigint> => {
  const { rows } = await database.pool.query<{ version: bigint }>('select version from account_states where account_id = $1', [accountId])
  return rows[0]?.version ?? 0n
}

let step = 0
/** Moves a cent out of the wallet and returns what was in it; `seen` is given the state that was decided on. */
function spend(accountId: string, seen: (state: AccountState) => void = () => undefined): BoundCommand<bigint> {
  step += 1
  const cause = { kind: 'transfer', id: 'spend', step } as const
  return {
    accountId,
    idempotency: null,
    reads: { wallets: ['STOCK', 'FUTURE'] },
    decide: (state: AccountState): Result<Decision<bigint>> => {
      seen(state)
      const lines = transfer({ from: 'U:STOCK:CASH', to: 'U:FUTURE:CASH', asset: 'USD', amount: 1n })
      const { cash } = walletOf(state, 'STOCK')
      return ok({ outcome: { entries: [{ journal: 'J20', cause, lines, valueDate: '2026-11-20' }] }, data: cash })
    },
  }
}

/** The names of the statements that are sent meanwhile. */
async function statementsOf(act: () => Promise<unknown>): Promise<readonly string[]> {
  const sent: string[] = []
  const query = vi.spyOn(Client.prototype, 'query')
  try {
    await act()
    for (const [asked] of query.mock.calls as unknown as readonly (readonly [unknown])[])
      if (typeof asked === 'object' && asked !== null && 'name' in asked) sent.push(String(asked.name))
  } finally {
    query.mockRestore()
  }
  return sent
}

describe('the state of an account between two batches', () => {
  it('is not read again: only its version is', async () => {
    const accountId = await newAccount()
    expect(await statementsOf(() => writePath.run(spend(accountId)))).toContain('read-wallets')
    const again = await statementsOf(() => writePath.run(spend(accountId)))
    expect(again).toContain('read-account-states')
    expect(again).not.toContain('read-wallets')
    expect(await writePath.run(spend(accountId))).toEqual(ok(998n))
  })

  it('is read again once somebody else has changed the account', async () => {
    const accountId = await newAccount()
    await writePath.run(spend(accountId))
    await inTransaction(database.pool, async (client) => ok(await freeze(client, accountId, 'owner', NOW)))
    let wasFrozen = false
    const sent = await statementsOf(() => writePath.run(spend(accountId, ({ frozen }) => (wasFrozen = frozen))))
    expect(wasFrozen).toBe(true)
    expect(sent).toContain('read-wallets')
  })

  it('is decided on again when the account is claimed before the batch is saved', async () => {
    const accountId = await newAccount()
    await writePath.run(spend(accountId))
    const before = await versionOf(accountId)
    const looked: bigint[] = []
    const claim = await database.pool.connect()
    try {
      await claim.query('begin')
      await claimAccount(claim, accountId)
      const spent = writePath.run(spend(accountId, (state) => looked.push(walletOf(state, 'STOCK').cash)))
      // It is decided, and cannot be saved before the claim ends.
      await vi.waitFor(() => expect(looked).toHaveLength(1))
      expect(await Promise.race([spent, pause(A_MOMENT_MS, 'waits')])).toBe('waits')
      await claim.query('commit')
      expect(await spent).toEqual(ok(999n))
    } finally {
      claim.release(true)
    }
    expect(looked).toEqual([999n, 999n])
    // The claim, and the second attempt's own claim and save: the database said why it refused the first, and was not asked what became of it.
    expect((await versionOf(accountId)) - before).toBe(3n)
  })

  it('is forgotten with a batch that fails', async () => {
    const accountId = await newAccount()
    await writePath.run(spend(accountId))
    const broken: BoundCommand<bigint> = {
      ...spend(accountId),
      decide: () => {
        throw new Error('a bug')
      },
    }
    // All in one batch: what the first two changed in the state is undone with it, and decided once more without the third.
    const [first, second, third] = await Promise.allSettled(
      [spend(accountId), spend(accountId), broken].map((command) => writePath.run(command)),
    )
    expect([first, second].map((settled) => settled?.status === 'fulfilled' && settled.value)).toEqual([ok(999n), ok(998n)])
    expect(third?.status).toBe('rejected')
    expect(await writePath.run(spend(accountId))).toEqual(ok(997n))
  })

  it('of another server is outdated by what this one writes', async () => {
    const accountId = await newAccount()
    const other = createWritePath({ pool: database.pool, kinds, clock: { now: () => NOW } })
    for (const cash of [1_000n, 999n]) expect(await other.run(spend(accountId))).toEqual(ok(cash))
    for (const cash of [998n, 997n]) expect(await writePath.run(spend(accountId))).toEqual(ok(cash))
    expect(await other.run(spend(accountId))).toEqual(ok(996n))
    // Both at once: one of them waits for the other, finds another version and decides again.
    const both = await Promise.all([other.run(spend(accountId)), writePath.run(spend(accountId))])
    expect(new Set(both.map((result) => result.ok && result.value))).toEqual(new Set([995n, 994n]))
    await other.drain()
  })
})
