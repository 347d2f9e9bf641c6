import { writeFileSync } from 'node:fs'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readFileContent } from '../storage/files.ts'
import { openPerson } from '../features/kyc/person.ts'
import { type Harness, startHarness } from '../testing/harness.ts'
import { passIdentity } from '../testing/identity.ts'
import { formOf, picture, uploadOf } from '../testing/pictures.ts'
import { hire } from '../testing/staff.ts'
import { UNUSED_FOR_MS, createKeyRotator } from './key-rotator.ts'
import { addKey, dropKey, keyFile, openKeyring } from './keyring.ts'
import { type Sealed, rewrapAll, usesOfKeys } from './rotation.ts'
import { sealedColumns } from './sealed-columns.ts'
import { createVault } from './vault.ts'

/** A change of the vault's keys (`docs/rules/privacy.md` 12): sealed values stay readable at every moment of it. */
let harness: Harness
let sealed: Sealed
const people: string[] = []
const pictures: { accountId: string; fileId: string }[] = []
const PEOPLE = 5

beforeAll(async () => {
  harness = await startHarness()
  const { pool, vault, files, settings } = harness.app
  sealed = { pool, vault, files, dataFolder: settings.DATA_DIR }
  for (let person = 0; person < PEOPLE; person += 1) {
    const { accountId, token } = await harness.newCustomer()
    await passIdentity(harness, accountId, `Ana Pérez${person}`)
    const uploaded = await harness.send(uploadOf(token, formOf({ content: await picture() })))
    const { url } = uploaded.data as { url: string }
    people.push(accountId)
    pictures.push({ accountId, fileId: url.split('/').at(-1) ?? '' })
  }
  await hire(harness, ['auditor'])
})
afterAll(() => harness.stop())

const names = async (): Promise<(string | undefined)[]> => {
  const { rows } = await harness.app.pool.query<{ account_id: string; person: Buffer }>(
    'select account_id::text, person from kyc_cases order by 1',
  )
  return rows.map(({ account_id: accountId, person }) => openPerson(harness.app.vault, accountId, person).lastName)
}
const everythingOpens = async () => {
  expect(await names()).toEqual(people.map((_, person) => `Pérez${person}`))
  for (const { accountId, fileId } of pictures) expect((await readFileContent(harness.app, accountId, fileId))?.length).toBeGreaterThan(100)
}
const uses = async () => Object.fromEntries(await usesOfKeys(sealed))
/** The key of each person's account, two papers, the picture, and the second factor of one of the staff. */
const ALL = 4 * PEOPLE + 1

it('every column that holds sealed bytes is in the list that a change of keys goes through', async () => {
  const { rows } = await harness.app.pool.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public' and data_type = 'bytea'
     and column_name !~ '(hash|fingerprint|origin|device|network|subject|head|salt|proof|commitment|challenge|seal)$'`,
  )
  const others = [
    'passkeys.public_key',
    'venue_settings.secret',
    'mining_rounds.share_nonce',
    'mining_rounds.target',
    'trust_logs.edge',
    'trust_checkpoints.root',
    'liability_totals.root',
    'liability_nodes.nodes',
    ...['vrf_keys.public_key', 'day_keys.output', 'day_keys.randomness', 'day_rounds.randomness', 'day_rounds.signature'],
  ]
  expect(rows.map(({ name }) => name).toSorted()).toEqual(
    [...sealedColumns.map(({ table, column }) => `${table}.${column}`), ...others].toSorted(),
  )
})

it('before, one key opens everything', async () => {
  const [current] = (await openKeyring(sealed.dataFolder, sealed.pool)).keys.keys()
  expect(await uses()).toEqual({ [current ?? '']: ALL })
})

it('cut off in the middle it leaves everything readable, and the next run does only what is left', async () => {
  const before = (await openKeyring(sealed.dataFolder, sealed.pool)).current
  const { current } = await addKey(sealed.dataFolder, sealed.pool)
  let left = 7
  const cut: Sealed = {
    ...sealed,
    vault: {
      refresh: sealed.vault.refresh,
      rewrap: (place, bytes) => {
        left -= 1
        if (left < 0) throw new Error('the power went')
        return sealed.vault.rewrap(place, bytes)
      },
    },
  }
  await expect(rewrapAll(cut)).rejects.toThrow('the power went')
  await everythingOpens()
  // The five keys of the first column were committed; those of the second, begun in one transaction, were not.
  expect(await uses()).toEqual({ [before]: ALL - PEOPLE, [current]: PEOPLE })
  expect(await rewrapAll(sealed)).toBe(ALL - PEOPLE)
  expect(await uses()).toEqual({ [current]: ALL })
  expect(await rewrapAll(sealed)).toBe(0)
  await everythingOpens()
})

it('the key before is destroyed when nothing has used it for twenty minutes, and not while anything does', async () => {
  const [before = ''] = [...(await openKeyring(sealed.dataFolder, sealed.pool)).keys.keys()]
  const rotator = createKeyRotator(sealed)
  const now = harness.app.wallClock.now()
  // A transaction that began before the change brings one more value sealed with the old key.
  const late = createVault({ ...(await openKeyring(sealed.dataFolder, sealed.pool)), current: before })
  const [accountId = ''] = people
  expect(await rotator.look(now)).toEqual({ rewrapped: 0, dropped: [] })
  const document = late.seal({ accountId, field: 'kyc.document' }, Buffer.from('{}'))
  await sealed.pool.query('update kyc_cases set document = $2 where account_id = $1', [accountId, document])
  expect(await rotator.look(now + UNUSED_FOR_MS - MINUTE_MS)).toEqual({ rewrapped: 1, dropped: [] })
  expect(await rotator.look(now + UNUSED_FOR_MS)).toEqual({ rewrapped: 0, dropped: [before] })
  expect([...(await openKeyring(sealed.dataFolder, sealed.pool)).keys.keys()]).not.toContain(before)
  await everythingOpens()
})

it('the current key cannot be destroyed, and a server with an older copy of the keys is refused', async () => {
  const before = await openKeyring(sealed.dataFolder, sealed.pool)
  await expect(dropKey(sealed.dataFolder, sealed.pool, before.current)).rejects.toThrow('is the key that seals')
  const path = keyFile(sealed.dataFolder)
  const older = JSON.stringify({
    current: before.current,
    keys: { [before.current]: '00'.repeat(32) },
    fingerprintKey: before.fingerprintKey.toString('hex'),
  })
  await addKey(sealed.dataFolder, sealed.pool)
  writeFileSync(path, older)
  await expect(openKeyring(sealed.dataFolder, sealed.pool)).rejects.toThrow('that this database was sealed with')
})
