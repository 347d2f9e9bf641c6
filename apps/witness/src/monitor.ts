import { setTimeout as sleep } from 'node:timers/promises'
import { holdFolder } from './held-folder.ts'
import { CLEAN, CONTRADICTED, UNKNOWN, openMonitor } from './monitor/monitor.ts'
import { readMonitorSettings } from './monitor/settings.ts'
import { Stopped, whyNotInFolder } from './stopped.ts'

/**
 * `npm run monitor -- <address>`: follows a log from outside, once or every minute until a contradiction. Ends with 1 where one was
 * ever found, and with 2 where the log could not be looked at.
 */
const LOOK_EVERY_MS = 60_000

const say = (line: string): void => console.log(`${new Date().toISOString()} ${line}`)

try {
  const { address, policy, folder, isOnce } = readMonitorSettings(process.argv.slice(2))
  const held = holdFolder(folder)
  console.log(`\n  Following the log at ${address}. What it showed is kept in ${folder}.\n`)
  const monitor = openMonitor({ address, policy, folder, fetch, say })
  const ending = new AbortController()
  process.once('SIGTERM', () => ending.abort())
  process.once('SIGINT', () => ending.abort())
  let outcome: Awaited<ReturnType<typeof monitor.look>> = CLEAN
  try {
    do {
      outcome = await monitor.look()
    } while (!isOnce && outcome !== CONTRADICTED && (await waited(ending.signal)))
    process.exitCode = monitor.hasFound() ? CONTRADICTED : outcome
  } catch (error) {
    throw whyNotInFolder(error, folder)
  } finally {
    monitor.close()
    held.release()
  }
} catch (error) {
  if (!(error instanceof Stopped)) throw error
  console.error(`\n  ${error.message}\n`)
  process.exit(UNKNOWN)
}

/** False where somebody ended it. */
async function waited(signal: AbortSignal): Promise<boolean> {
  try {
    await sleep(LOOK_EVERY_MS, undefined, { signal })
    return true
  } catch {
    return false
  }
}
