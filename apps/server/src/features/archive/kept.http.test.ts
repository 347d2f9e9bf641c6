import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { orders } from '@rueda/contract/orders.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { DAY_MS } from '@rueda/rules/time.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { keysBeside } from '../../backup/back-up.ts'
import { moveFiles } from '../../storage/move-files.ts'
import { openStore } from '../../storage/open-store.ts'
import { type ArchivedHouse, DECEMBER, NOVEMBER, faultsIn, keyOfMonth, oldHouseOn, verified } from '../../testing/archived-house.ts'
import { backUpTo, bringBack } from '../../testing/backups.ts'
import { sayLiabilities } from '../trust/night.ts'
import { addKey } from '../../vault/keyring.ts'
import { rewrapAll, usesOfKeys } from '../../vault/rotation.ts'
import { archiveMonths } from './jobs.ts'

/** What has left goes through everything that is done with a house: another key, a backup, another store, the nights of the public log. */
let house: ArchivedHouse
let folder: string

beforeAll(async () => {
  house = await oldHouseOn('2028-03-02')
  const { harness } = house
  await sayLiabilities(harness.app, '2028-03-01')
  await verified(harness, 'incremental')
  await archiveMonths(harness.app)
  folder = mkdtempSync(join(tmpdir(), 'rueda-archived-'))
  chmodSync(folder, 0o711)
})
afterAll(async () => {
  await house.harness.stop()
  rmSync(folder, { recursive: true, force: true })
})

const movements = async () => (await house.harness.ask(wallets.cashFlows, { pageSize: 50 }, house.ana.token)).list
const isSound = async (): Promise<void> => {
  expect(faultsIn(await verified(house.harness, 'incremental'))).toEqual({})
  expect(faultsIn(await verified(house.harness))).toEqual({})
}

it('is in the statements of the nights before and behind it', async () => {
  const { harness, ana, cara } = house
  const head = 'select from entries join account_states using (account_id, sequence) where account_id = $1'
  expect((await harness.app.pool.query(head, [cara.accountId])).rowCount).toBe(0)
  await isSound()
  await harness.ask(orders.create, { stockCode: 'TEST', market: 'US', direction: 0, orderType: 0, quantity: '1' }, ana.token)
  await harness.pass(1_000)
  await harness.pass(DAY_MS)
  await sayLiabilities(harness.app, '2028-03-02')
  await harness.app.trustLog.checkpoint()
  await isSound()
})

it('opens under another key, which its files know nothing of', async () => {
  const { app } = house.harness
  const { pool, vault, files, settings } = app
  const before = await movements()
  const path = join(settings.DATA_DIR, await keyOfMonth(house.harness, NOVEMBER))
  const bytes = readFileSync(path)
  const { current } = await addKey(settings.DATA_DIR, pool)
  await rewrapAll({ pool, vault, files, dataFolder: settings.DATA_DIR })
  expect([...(await usesOfKeys({ pool, files })).keys()]).toEqual([current])
  expect(readFileSync(path).equals(bytes)).toBe(true)
  expect(await movements()).toEqual(before)
  await isSound()
})

it('comes back with a backup', async () => {
  const archive = join(folder, 'kept', 'house.tar.gz')
  await backUpTo(house.harness, archive)
  const into = join(folder, 'new')
  const { verified: again } = await bringBack({ archive, keys: keysBeside(archive), into })
  expect(again.checks.filter(({ offending }) => offending.length > 0)).toEqual([])
  for (const month of [NOVEMBER, DECEMBER]) expect(existsSync(join(into, await keyOfMonth(house.harness, month)))).toBe(true)
})

it('moves to another store with the other files', async () => {
  const { files } = house.harness.app
  const other = openStore({ kind: 'folder', folder: join(folder, 'moved') })
  const key = await keyOfMonth(house.harness, NOVEMBER)
  const bytes = await files.get(key)
  await moveFiles(files, other)
  expect(await files.get(key)).toBe(null)
  expect(await other.get(key)).toEqual(bytes)
  await moveFiles(other, files)
  await isSound()
})
