import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accounts } from '@rueda/contract/accounts.ts'
import type { Envelope } from '@rueda/contract/envelope.ts'
import { orders } from '@rueda/contract/orders.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../db/open.ts'
import { createTestDatabase } from '../testing/database.ts'
import { expectSoundBooks } from '../testing/sound-books.ts'

/**
 * Two servers in processes of their own on one database: the second waits and takes over when the first is frozen, as a
 * machine without resources freezes; the first, once it goes on, books nothing and ends itself.
 */
const PATIENCE_MS = 600_000
const STARTED_WITHIN_MS = 180_000
const LOOK_EVERY_MS = 50
const DEPOSED_WITHIN_MS = 60_000

type ServerUnderTest = Readonly<{ child: ChildProcess; said: () => string; ended: Promise<number | null> }>

let database: Database
/** Keys and files of both, as on storage that two machines share. */
let folder: string
const servers: ServerUnderTest[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'rueda-takeover-'))
})
afterAll(async () => {
  for (const { child, ended } of servers) {
    child.kill('SIGCONT')
    child.kill('SIGKILL')
    await ended
  }
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
})

function start(): ServerUnderTest {
  const settings = { HOST: '127.0.0.1', PORT: '0', DEV_CODES: '1', RATE_LIMITS: 'off', LOG_LEVEL: 'info', SIM_SEED: 'takeover' }
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', 'main.ts')], {
    env: { ...process.env, ...settings, DATA_DIR: folder, DATABASE_URL: database.connectionString },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => void (said += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const server = { child, said: () => said, ended }
  servers.push(server)
  return server
}

async function addressIn(server: ServerUnderTest, words: RegExp): Promise<string> {
  for (let waited = 0; waited < STARTED_WITHIN_MS; waited += LOOK_EVERY_MS) {
    const address = words.exec(server.said())?.[1]
    if (address !== undefined) return address
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  throw new Error(`the server did not come so far; it said:\n${server.said()}`)
}
const OPEN = /is open: (http:\/\/\S+)/u
const STANDBY = /waits as a standby and takes over when that one ends: (http:\/\/\S+)/u

async function ask<Data>(address: string, path: string, body: object, token: string | null = null): Promise<Envelope<Data>> {
  const headers = { 'content-type': 'application/json', ...(token === null ? {} : { authorization: token }) }
  const response = await fetch(`${address}/web${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return (await response.json()) as Envelope<Data>
}

const buy = (price: string) => ({ stockCode: 'ARDV', market: 'US', direction: 0, orderType: 1, quantity: '1', price, tif: 1 })
const pricesInBooks = async (): Promise<string[]> => {
  const { rows } = await database.pool.query<{ price: string }>(
    'select (limit_price / 1000000)::text as price from orders order by accepted_at',
  )
  return rows.map(({ price }) => price)
}

it('a standby takes over from a stopped leader, which books nothing when it goes on', { timeout: PATIENCE_MS }, async () => {
  const first = start()
  const leading = await addressIn(first, OPEN)
  const { data: customer } = await ask<{ token: string }>(leading, accounts.practise.path, {})
  const token = customer?.token ?? ''
  expect(await ask(leading, orders.create.path, buy('6.01'), token)).toMatchObject({ code: 200 })

  const second = start()
  const waiting = await addressIn(second, STANDBY)
  expect((await fetch(`${waiting}/healthz`)).status).toBe(200)
  expect((await fetch(`${waiting}/readyz`)).status).toBe(503)
  expect((await fetch(`${leading}/readyz`)).status).toBe(200)

  first.child.kill('SIGSTOP')
  // Asked of a server that stands still: it will read this only when it goes on, and has another one before it then.
  const late = ask(leading, orders.create.path, buy('6.02'), token).catch(() => null)
  const taken = await addressIn(second, OPEN)
  expect((await fetch(`${taken}/readyz`)).status).toBe(200)
  expect(await ask(taken, orders.create.path, buy('6.03'), token)).toMatchObject({ code: 200 })

  first.child.kill('SIGCONT')
  const answer = await late
  expect(answer?.code).not.toBe(200)
  let code: number | null | undefined
  void first.ended.then((ended) => (code = ended))
  await expect.poll(() => code, { timeout: DEPOSED_WITHIN_MS, message: first.said() }).toBe(1)
  expect(first.said()).toContain('Another server has taken over this database')
  expect(await ask(taken, orders.create.path, buy('6.04'), token)).toMatchObject({ code: 200 })
  expect(await pricesInBooks()).toEqual(['601', '603', '604'])
  await expectSoundBooks(database.pool)
})
