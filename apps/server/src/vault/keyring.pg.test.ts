import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../db/open.ts'
import { createTestDatabase } from '../testing/database.ts'
import { keyFile, openKeyring } from './keyring.ts'
import { createVault } from './vault.ts'

let database: Database
let folder: string
beforeEach(async () => {
  database = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'rueda-vault-'))
})
afterEach(async () => {
  await database.stop()
  rmSync(folder, { recursive: true })
})

const place = { accountId: '10002931', field: 'card.number' }

test('the first start makes the keys for its owner alone, and the next one opens what was sealed with them', async () => {
  const sealed = createVault(await openKeyring(folder, database.pool)).seal(place, Buffer.from('4242'))
  expect(statSync(keyFile(folder)).mode & 0o777).toBe(0o600)
  expect(
    createVault(await openKeyring(folder, database.pool))
      .open(place, sealed)
      .toString(),
  ).toBe('4242')
})

test('a start without the keys is refused, instead of making others', async () => {
  await openKeyring(folder, database.pool)
  rmSync(keyFile(folder))
  await expect(openKeyring(folder, database.pool)).rejects.toThrow(
    'keys.json is missing, and without it nothing sealed in the database opens',
  )
})

test('a start with the keys of another database is refused', async () => {
  await openKeyring(folder, database.pool)
  const other = mkdtempSync(join(tmpdir(), 'rueda-vault-'))
  const elsewhere = await createTestDatabase()
  await openKeyring(other, elsewhere.pool)
  await expect(openKeyring(other, database.pool)).rejects.toThrow('that this database was sealed with')
  await elsewhere.stop()
  rmSync(other, { recursive: true })
})

test.each(['', '{}', '{"current":"00","keys":{},"fingerprintKey":""}', 'keys'])('a damaged file (%j) is refused', async (content) => {
  await openKeyring(folder, database.pool)
  writeFileSync(keyFile(folder), content)
  await expect(openKeyring(folder, database.pool)).rejects.toThrow('keys.json is damaged')
})
