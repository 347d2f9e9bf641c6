import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { backUp, keysBeside } from './backup/back-up.ts'
import { endInOrder } from './backup/end-in-order.ts'
import { createProgress, sizeOf } from './backup/progress.ts'
import { command } from './command.ts'
import type { Settings } from './config.ts'
import { attachDatabase } from './db/attach.ts'
import { StartRefused } from './db/start-refused.ts'
import { storeOf } from './storage/open-store.ts'
import { version } from './version.ts'

/** `npm run backup -- [--to <file>]`: one archive of a running or a stopped server, and its keys beside it. */
const { values } = parseArgs({ options: { to: { type: 'string' } } })
endInOrder()
await command(async (settings) => {
  const { DATA_DIR, DATABASE_URL } = settings
  if (DATABASE_URL === undefined && !existsSync(join(DATA_DIR, 'postgres', 'data')))
    throw new StartRefused(`There is nothing to back up in ${resolve(DATA_DIR)} yet. Start the server once, or name its DATA_DIR.`)
  const at = Date.now()
  const to = resolve(values.to ?? usualPlace(settings, at))
  const progress = createProgress((line) => console.log(line))
  const database = await attachDatabase({ dataFolder: DATA_DIR, databaseUrl: DATABASE_URL ?? null })
  try {
    const { rows: found } = await database.pool.query<{ found: boolean }>("select to_regclass('vault_keys') is not null as found")
    if (found[0]?.found !== true)
      throw new StartRefused('There is nothing to back up in that database yet. Start the server once, or name its DATA_DIR.')
    const { bytes, rows, files } = await backUp({
      connection: database.connection,
      dataFolder: DATA_DIR,
      files: storeOf(settings),
      to,
      version,
      at,
      progress,
    })
    console.log(
      `\n  Backed up ${rows} rows and ${files} files in ${sizeOf(bytes)}:\n    ${to}\n    ${keysBeside(to)}\n` +
        `  The second file opens what is sealed in the first. Keep each in another place, away from this machine; a restore needs both.\n` +
        `  To restore: npm run restore -- ${to} --into <new folder>\n`,
    )
  } finally {
    progress.end()
    await database.stop()
  }
})

/** A folder beside the data, and never in it. */
function usualPlace({ DATA_DIR }: Settings, at: number): string {
  const moment = new Date(at).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length).replaceAll(':', '')
  return join(`${resolve(DATA_DIR)}-backups`, `rueda-${version}-${moment}Z.tar.gz`)
}
