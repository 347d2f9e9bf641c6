import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { becomeOwner } from '../apps/server/src/db/app-role.ts'
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
  /** Makes every round of mining older, so that no journey waits for one. */
  putMiningBack(ms: number): Promise<void>
  /** Opens a customer's permission for blocks, which otherwise takes an account of a week. */
  permitBlocks(accountId: string): Promise<void>
  /** Ends every window of new shares and placings behind its last application; the job draws or allots within seconds. */
  endWindows(): Promise<void>
  /** Lets the servers that start from now on go on from this one's market instead of working its years of days out again. */
  lendMarket(): void
  stop(): Promise<void>
}>

// The market's own time, the same in every run: prices, and the day an order ends with, do not depend on when tests run.
export const MARKET_START = '2026-03-11T15:00:00Z'
const MARKET_TIME = `scaled:1@${MARKET_START}`
/** The one host whose pages the app may show in a frame. Nothing is asked of it: journeys answer in its place. */
export const FRAMED_HOST = 'framed.example.org'
/** Names the folder with the finished days of the first server's market to the processes that run the journeys. */
export const LENT_MARKET = 'RUEDA_LENT_MARKET'
export const MARKET_FOLDER = 'market'

export async function startServer(environment: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  const dataFolder = newDataFolder('rueda-e2e-')
  const forget = (): void => rmSync(dataFolder, { recursive: true, force: true })
  const lent = process.env[LENT_MARKET]
  if (lent !== undefined) cpSync(lent, join(dataFolder, MARKET_FOLDER), { recursive: true })
  try {
    const server = await startServerProcess({
      DATA_DIR: dataFolder,
      SIM_SEED: 'journeys',
      SIM_CLOCK: MARKET_TIME,
      FRAMED_HOSTS: FRAMED_HOST,
      ...environment,
    })
    const stop = async () => {
      await server.end('SIGTERM')
      forget()
    }
    return {
      address: server.address,
      said: server.said,
      mailTo: (recipient) => newestMail(dataFolder, recipient),
      untilChecked: () => untilChecked(dataFolder),
      putMiningBack: (ms) => putMiningBack(dataFolder, ms),
      endWindows: () => endWindows(dataFolder),
      permitBlocks: (accountId) => permitBlocks(dataFolder, accountId),
      lendMarket: () => void (process.env[LENT_MARKET] = join(dataFolder, MARKET_FOLDER)),
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

async function putMiningBack(dataFolder: string, ms: number): Promise<void> {
  const { pool, stop } = await attachDatabase({ dataFolder, databaseUrl: null })
  try {
    const older = 'update mining_rounds set started_at = started_at - $1, stopped_at = stopped_at - $1, share_at = share_at - $1'
    await pool.query(older, [ms])
  } finally {
    await stop()
  }
}

async function permitBlocks(dataFolder: string, accountId: string): Promise<void> {
  const { pool, stop } = await attachDatabase({ dataFolder, databaseUrl: null })
  try {
    const open = `insert into permissions (account_id, type, status, applied_at, review_at, decided_at) values ($1, 'blockTrade', 'open', 1, 1, 1)`
    await pool.query(open, [accountId])
  } finally {
    await stop()
  }
}

async function endWindows(dataFolder: string): Promise<void> {
  const { pool, stop } = await attachDatabase({ dataFolder, databaseUrl: null })
  const client = await pool.connect()
  try {
    // What was announced is kept by a trigger: a test alone moves it, as the owner of the database.
    await becomeOwner(client)
    await client.query('alter table ipos disable trigger ipos_keep_their_word')
    await client.query(
      `update ipos set closes_at = applied.at + 1, draws_at = applied.at + 2
       from (select offering_id, max(started_at) as at from subscriptions group by 1) applied where applied.offering_id = ipos.id`,
    )
    await client.query('alter table ipos enable trigger ipos_keep_their_word')
    await client.query('alter table placings disable trigger placings_keep_their_word')
    await client.query(
      `update placings set closes_at = applied.at + 1
       from (select offering_id, max(started_at) as at from subscriptions group by 1) applied where applied.offering_id = placings.id`,
    )
    await client.query('alter table placings enable trigger placings_keep_their_word')
  } finally {
    client.release(true)
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
