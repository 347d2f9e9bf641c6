import { sizeOf } from './backup/progress.ts'
import { command, withDatabase } from './command.ts'
import { StartRefused } from './db/start-refused.ts'
import { LEADER_LOCK } from './leadership/leadership.ts'
import { openFolderStore } from './storage/folder-store.ts'
import { moveFiles } from './storage/move-files.ts'
import { expectStoreWorks, storeOf } from './storage/open-store.ts'
import { expectKeyring } from './vault/keyring.ts'
import { createVault } from './vault/vault.ts'

/** `npm run move-files`: brings the files of a stopped server from its data folder into the bucket of STORE_URL. May be broken off and repeated. */
const SHOWN_OF_MANY = 10
const TELL_EVERY = 1_000

await command(async (settings) => {
  const { DATA_DIR, DATABASE_URL, STORE_URL } = settings
  if (STORE_URL === undefined) throw new StartRefused('STORE_URL is missing: it names the bucket that the files are brought to.')
  await withDatabase({ DATA_DIR, DATABASE_URL }, async (pool) => {
    const { rows } = await pool.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [LEADER_LOCK])
    if (rows[0]?.free !== true)
      throw new StartRefused('A server runs on this data. Stop it first: it would look for its files where they no longer are.')
    const bucket = storeOf(settings)
    await expectStoreWorks(bucket, createVault(await expectKeyring(DATA_DIR, pool)), true)
    const { moved, bytes, wereThere, differ } = await moveFiles(openFolderStore(DATA_DIR), bucket, (count) => {
      if (count % TELL_EVERY === 0) console.log(`  ${count} files so far`)
    })
    console.log(
      `  ${moved} files (${sizeOf(bytes)}) were brought to the bucket of STORE_URL, read again there, compared, and removed here.` +
        (wereThere === 0 ? '' : ` ${wereThere} more were there already and were removed here.`),
    )
    if (differ.length === 0) return
    const more = differ.length > SHOWN_OF_MANY ? `, and ${differ.length - SHOWN_OF_MANY} more` : ''
    throw new StartRefused(
      `  ${differ.length} files are in the bucket with another content, and neither was touched: ${differ.slice(0, SHOWN_OF_MANY).join(', ')}${more}. ` +
        'The bucket has files of another time or of another brokerage. Name an empty one, or a folder of its own in this one.',
    )
  })
})
