import { resolve } from 'node:path'
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { keysBeside } from './backup/back-up.ts'
import { endInOrder } from './backup/end-in-order.ts'
import { createProgress } from './backup/progress.ts'
import { restore } from './backup/restore.ts'
import { command } from './command.ts'
import { StartRefused } from './db/start-refused.ts'
import { linesOf } from './features/integrity/verify/lines.ts'
import { verifyBooks } from './features/integrity/verify/verify.ts'
import { restoredFile } from './trust-log/log.ts'
import { openFolderStore } from './storage/folder-store.ts'
import { createVault } from './vault/vault.ts'
import { version } from './version.ts'

/** `npm run restore -- <archive> [--keys <file>] [--into <folder>]`: brings a house back into an empty folder, and verifies its books. */
const { values, positionals } = parseArgs({ options: { into: { type: 'string' }, keys: { type: 'string' } }, allowPositionals: true })
const [named, ...others] = positionals
endInOrder()
await command(async (settings) => {
  const { DATA_DIR, DATABASE_URL } = settings
  if (named === undefined || others.length > 0)
    throw new StartRefused('Name the archive that npm run backup wrote: npm run restore -- <archive> --into <folder>')
  const archive = resolve(named)
  const into = resolve(values.into ?? DATA_DIR)
  const keys = resolve(values.keys ?? keysBeside(archive))
  const progress = createProgress((line) => console.log(line))
  try {
    const { manifest, newMigrations, verified } = await restore({
      ...{ archive, keys, into, databaseUrl: DATABASE_URL ?? null, version, progress },
      verify: ({ pool, dataFolder, keyring }) =>
        verifyBooks(pool, { dataFolder, files: openFolderStore(dataFolder) }, () => performance.now(), { vault: createVault(keyring) }),
    })
    for (const line of linesOf(verified)) console.log(line)
    console.log(
      `\n  Restored into ${into}: the backup of ${manifest.takenAt} by ${manifest.version}` +
        `${newMigrations === 0 ? '' : `, brought up to ${version} with ${newMigrations} migrations`}.\n` +
        (settings.STORE_URL === undefined
          ? ''
          : `  Its files lie there too. Bring them to STORE_URL: DATA_DIR=${into} npm run move-files\n`) +
        (existsSync(restoredFile(into)) ? '  Its public log waits for your word; the start says which.\n' : '') +
        (verified.clean
          ? `  Stop the server it was taken of before you start this one: DATA_DIR=${into} npm start\n`
          : `  The books are NOT in order; see above. Let nobody in, keep the archive, and write to the maintainers.\n`),
    )
    process.exitCode = verified.clean ? 0 : 1
  } finally {
    progress.end()
  }
})
