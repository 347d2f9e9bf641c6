import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { attachDatabase } from '../apps/server/src/db/attach.ts'
import { newDataFolder, startServerProcess } from '../tools/server-process.ts'

/** A server for tests: its own data, a fixed market, codes in its answers, a port that was free. */
export type TestServer = Readonly<{
  address: string
  said(): string
  /** The newest mail to somebody that waits on a server without a mail server. */
  mailTo(recipient: string): Promise<string>
  /** Waits until the ledger has been checked once: no withdrawal is sent before. */
  untilChecked(): Promise<void>
  stop(): Promise<void>
}>

// The market's own time, the same in every run: prices, and the day an order ends with, do not depend on when tests run.
const MARKET_TIME = 'scaled:1@2026-03-11T15:00:00Z'

export async function startServer(environment: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  const dataFolder = newDataFolder('rueda-e2e-')
  const forget = (): void => rmSync(dataFolder, { recursive: true, force: true })
  try {
    const server = await startServerProcess({ DATA_DIR: dataFolder, SIM_SEED: 'journeys', SIM_CLOCK: MARKET_TIME, ...environment })
    const stop = async () => {
      await server.end('SIGTERM')
      forget()
    }
    return {
      address: server.address,
      said: server.said,
      mailTo: (recipient) => newestMail(dataFolder, recipient),
      untilChecked: () => untilChecked(dataFolder),
      stop,
    }
  } catch (error) {
    forget()
    throw error
  }
}

async function newestMail(dataFolder: string, recipient: string): Promise<string> {
  const { pool, stop } = await attachDatabase({ dataFolder, databaseUrl: null })
  try {
    const newest = 'select body from mails where recipient = $1 order by created_at desc, mail_id desc limit 1'
    const { rows } = await pool.query<{ body: string }>(newest, [recipient])
    return rows[0]?.body ?? ''
  } finally {
    await stop()
  }
}

const LOOK_EVERY_MS = 500

async function untilChecked(dataFolder: string): Promise<void> {
  const { pool, stop } = await attachDatabase({ dataFolder, databaseUrl: null })
  try {
    for (;;) {
      const { rows } = await pool.query('select from integrity_runs where clean limit 1')
      if (rows.length > 0) return
      await sleep(LOOK_EVERY_MS)
    }
  } finally {
    await stop()
  }
}
