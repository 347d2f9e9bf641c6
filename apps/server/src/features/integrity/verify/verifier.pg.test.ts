import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../../db/open.ts'
import { openTestAccount } from '../../../testing/books.ts'
import { createTestDatabase } from '../../../testing/database.ts'
import { type WritePath, createWritePath } from '../../../write-path/write-path.ts'
import { type Verifier, createVerifierProcess } from './verifier.ts'
import { kinds } from '../../all-records.ts'

/** The process beside the server: its findings come back whole, and a process that fails is an error and no green light. */
let database: Database
let writePath: WritePath
let verifier: Verifier
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'rueda-verifier-'))
  verifier = createVerifierProcess({ connection: database.connection, dataFolder: folder, filesIn: { kind: 'folder', folder } })
  writePath = createWritePath({ pool: database.pool, kinds, clock: { now: () => 1_795_186_800_000 } })
  await openTestAccount(database.pool, writePath, '1', 100_000n)
})
afterAll(async () => {
  await verifier.stop()
  await writePath.drain()
  await database.stop()
  rmSync(folder, { recursive: true })
})

it('finds books in order, and the row of a wallet that is not', async () => {
  expect(await verifier.verify('full')).toMatchObject({ clean: true, accounts: 1 })
  await database.pool.query(`update wallets set cash = cash + 1 where account_id = 1 and type = 'STOCK'`)
  const { clean, checks } = await verifier.verify('full')
  expect(clean).toBe(false)
  const found = checks.filter(({ offending }) => offending.length > 0)
  expect(found.map(({ id }) => id)).toContain('INV-09')
  expect(found[0]?.offending).toEqual([{ account_id: '1', type: 'STOCK', name: 'CASH', shown: '100001', posted: '100000' }])
  await database.pool.query(`update wallets set cash = cash - 1 where account_id = 1 and type = 'STOCK'`)
})

it('says why it could not check, rather than that all is well', async () => {
  const nowhere = createVerifierProcess({
    connection: { ...database.connection, database: 'nowhere' },
    dataFolder: folder,
    filesIn: { kind: 'folder', folder },
  })
  await expect(nowhere.verify('full')).rejects.toThrow('database "nowhere" does not exist')
})

it('ends with the server', async () => {
  const running = verifier.verify('full')
  const ended = running.then(
    () => 'with a result',
    (error: unknown) => String(error),
  )
  await verifier.stop()
  expect(await ended).toContain('without a result')
})
