import type { FullApp } from '../../app.ts'
import { LEVERS, describeSettings } from '../../config.ts'
import { beginEngine } from '../../trust-log/engines.ts'
import { ownEngine } from '../../trust-log/own-engine.ts'
import { sayStart, sayStop } from '../../trust-log/server-entries.ts'
import { sayInputs } from './tape.ts'

type Serving = Pick<FullApp, 'pool' | 'settings' | 'venue' | 'trustLog' | 'wallClock' | 'version'>

/** Names what draws the days from here on in the public log, before anything is said of a day. */
export async function nameEngine({ pool, files, wallClock }: Pick<FullApp, 'pool' | 'files' | 'wallClock'>): Promise<void> {
  await beginEngine(pool, files, await ownEngine(), wallClock.now())
}

/** Says in the public log that the server begins, with the levers it runs under, and signs it. */
export async function beginService({ pool, settings, venue, trustLog, wallClock, version }: Serving): Promise<void> {
  const described = describeSettings(settings)
  const levers = LEVERS.flatMap((name) => (described[name] === undefined ? [] : [[name, described[name]] as const]))
  const isSeedSet = settings.SIM_SEED !== undefined
  const { hash: engine } = await ownEngine()
  const starting = { version, engine, settings: Object.fromEntries(levers), isSeedSet, scenario: venue.scenario }
  await sayStart(pool, starting, wallClock.now())
  await trustLog.checkpoint()
}

/** Says that the server ends as it was asked to, and signs everything that waits. */
export async function endOfService(app: Pick<FullApp, 'pool' | 'trustLog' | 'wallClock' | 'inputs'>): Promise<void> {
  const { pool, trustLog, wallClock } = app
  await sayInputs(app)
  await sayStop(pool, wallClock.now())
  await trustLog.checkpoint()
}
