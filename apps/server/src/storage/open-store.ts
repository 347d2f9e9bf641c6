import { randomUUID } from 'node:crypto'
import type { Settings } from '../config.ts'
import { StartRefused } from '../db/start-refused.ts'
import type { Vault } from '../vault/vault.ts'
import { openFolderStore } from './folder-store.ts'
import { ARCHIVE_FOLDER, FILES_FOLDER, TRUST_FOLDER } from './keys.ts'
import { openS3Store } from './s3-store.ts'
import { type FileStore, type StorePlace, StoreUnavailable } from './store.ts'
import { readStoreUrl } from './store-url.ts'

export const openStore = (place: StorePlace): FileStore =>
  place.kind === 'folder' ? openFolderStore(place.folder) : openS3Store(place.address)

/** The store that the settings name: a bucket, or the data folder. */
export function storeOf({ DATA_DIR, STORE_URL }: Pick<Settings, 'DATA_DIR' | 'STORE_URL'>): FileStore {
  const address = STORE_URL === undefined ? null : readStoreUrl(STORE_URL)
  return openStore(address === null ? { kind: 'folder', folder: DATA_DIR } : { kind: 's3', address })
}

/** In a bucket alone: a data folder says by its keys whose it is. */
const OWNER_KEY = 'owner'

/**
 * Refuses a start on a bucket that cannot be written, read and cleared, or that is another brokerage's: what no row of ours knows would be thrown away
 * there. A front only reads.
 */
export async function expectStoreWorks(store: FileStore, vault: Pick<Vault, 'fingerprint'>, mayWrite: boolean): Promise<void> {
  if (store.place.kind === 'folder') return
  try {
    if (mayWrite) await tryOut(store)
    await expectOurs(store, vault.fingerprint('owner of the store', OWNER_KEY).toString('hex'), mayWrite)
  } catch (error) {
    if (error instanceof StoreUnavailable) throw new StartRefused(error.message, { cause: error })
    throw error
  }
}

async function tryOut(store: FileStore): Promise<void> {
  const key = `check/${randomUUID()}`
  const bytes = Buffer.from(key)
  await store.put([{ key, bytes }])
  const read = await store.get(key)
  if (read?.equals(bytes) !== true) throw new StartRefused('The store of STORE_URL does not give back what was just written there.')
  await store.remove(key)
  if ((await store.get(key)) !== null) throw new StartRefused('The store of STORE_URL does not remove what it was told to.')
}

async function expectOurs(store: FileStore, owner: string, mayWrite: boolean): Promise<void> {
  const kept = await store.get(OWNER_KEY)
  if (kept === null && !mayWrite) throw new StartRefused('No core has begun on the store of STORE_URL yet. Start one first.')
  if (kept === null) return store.put([{ key: OWNER_KEY, bytes: Buffer.from(owner) }])
  if (kept.toString('utf8') !== owner)
    throw new StartRefused(
      'The store of STORE_URL belongs to a brokerage with other keys, and files that this one does not know would be lost there. ' +
        'Name another bucket, or a folder of its own in this one: s3://<key>:<secret>@<host>/<bucket>/<folder>',
    )
}

/** Refuses a start on a bucket while files still lie in the data folder, where nobody would find them. */
export async function expectFilesMoved(store: FileStore, dataFolder: string): Promise<void> {
  if (store.place.kind === 'folder') return
  const left = openFolderStore(dataFolder)
  const hasFiles =
    (await nextOf(left.list(FILES_FOLDER))) || (await nextOf(left.list(ARCHIVE_FOLDER))) || (await left.folders(TRUST_FOLDER)).length > 0
  if (hasFiles)
    throw new StartRefused(`Files still lie in ${dataFolder}, and STORE_URL names a bucket. Bring them there first: npm run move-files`)
}

async function nextOf(pages: AsyncIterable<readonly unknown[]>): Promise<boolean> {
  for await (const page of pages) if (page.length > 0) return true
  return false
}
