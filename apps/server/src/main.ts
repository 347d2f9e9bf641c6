import { readSettings } from './config.ts'
import { StartRefused } from './db/start-refused.ts'
import { MAX_SHUTDOWN_MS } from './running-server.ts'
import { startServer } from './start-server.ts'
import { createLogger } from './logging.ts'
import { StoreUnavailable } from './storage/store.ts'
import { shownAddress } from './shown-address.ts'
import { keepHeapSmall } from './memory.ts'

/** Starts the server, prints its address, and ends it in good order on a signal. */
keepHeapSmall()
try {
  const settings = readSettings(process.env)
  const log = createLogger(settings)
  const starting = new AbortController()
  let stopping = false
  const stop = async (why: string, code: number, patienceMs = MAX_SHUTDOWN_MS): Promise<void> => {
    if (stopping) return
    stopping = true
    log.info({ reason: why }, 'stopping: what was accepted is finished first')
    setTimeout(() => process.exit(1), patienceMs).unref()
    starting.abort()
    // A start that was ended fails once it has closed what it had opened.
    await started.then(
      (server) => server.close(),
      () => undefined,
    )
    process.exit(code)
  }
  // Before anything opens: a signal within the start would otherwise leave PostgreSQL running.
  process.on('SIGTERM', () => void stop('SIGTERM', 0))
  process.on('SIGINT', () => void stop('SIGINT', 0))
  const onStandby = (address: string): void =>
    console.log(
      `\n  Another server leads this database. This one waits as a standby and takes over when that one ends: ${shownAddress(address)}\n`,
    )
  const started = startServer({ settings, log, onStandby, signal: starting.signal })
  const server = await started.catch((error: unknown) => {
    // What stops the server ends this process as well.
    if (stopping) return new Promise<never>(() => undefined)
    throw error
  })
  void server.lost.then(({ reason, says, shutdownMs }) => {
    if (!stopping) console.error(`\n  ${says}\n`)
    return stop(reason, 1, shutdownMs)
  })
  const address = settings.PUBLIC_URL ?? shownAddress(server.address)
  console.log(
    `\n  Rueda is open: ${address}\n  Simulated market, simulated money. API reference: ${settings.CONSOLE_URL ?? address}/docs\n`,
  )
  if (server.setup !== null)
    console.log(`  The back office has nobody yet. This link makes its first account, once and within a day:\n  ${server.setup}\n`)
} catch (error) {
  if (!(error instanceof StartRefused || error instanceof StoreUnavailable)) throw error
  console.error(`\n  ${error.message}\n`)
  process.exit(1)
}
