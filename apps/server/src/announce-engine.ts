import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { command, withDatabase } from './command.ts'
import { StartRefused } from './db/start-refused.ts'
import { storeOf } from './storage/open-store.ts'
import { announceEngine } from './trust-log/engines.ts'
import { ownEngine } from './trust-log/own-engine.ts'
import { MACHINE_CLOCK } from './venue/clock.ts'

/** `npm run announce-engine` names this version's engine in the public log of a house that an earlier one still serves. */
const nothingThere = (folder: string): StartRefused =>
  new StartRefused(`There is no public log in ${resolve(folder)} yet. Start the server once, or name its DATA_DIR.`)
await command(async (settings) => {
  const { DATA_DIR, DATABASE_URL } = settings
  if (DATABASE_URL === undefined && !existsSync(join(DATA_DIR, 'postgres', 'data'))) throw nothingThere(DATA_DIR)
  await withDatabase({ DATA_DIR, DATABASE_URL }, async (pool) => {
    const { rows } = await pool.query<{ found: boolean }>("select to_regclass('trust_logs') is not null as found")
    if (rows[0]?.found !== true) throw nothingThere(DATA_DIR)
    const engine = await ownEngine()
    const { firstDate, isServing } = await announceEngine(pool, storeOf(settings), engine, MACHINE_CLOCK.now())
    const named = `\n  The public log names the engine ${engine.hash} from ${firstDate} on.`
    const advice =
      `  Go on with the version that serves now, and start this one on ${firstDate} after noon in Greenwich: the days after it are claimed.\n` +
      '  Started sooner it serves at once, and nothing is claimed of the days until then.'
    console.log(`${named}\n${isServing ? '  It is the one that serves now: this version draws and matches as that one does.' : advice}\n`)
  })
})
