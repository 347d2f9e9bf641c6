import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { accounts } from '@rueda/contract/accounts.ts'
import type { Endpoint, InputOf } from '@rueda/contract/endpoint.ts'
import { files } from '@rueda/contract/files.ts'
import { SUCCESS_CODE } from '@rueda/contract/envelope.ts'
import { kyc } from '@rueda/contract/kyc.ts'
import { messages } from '@rueda/contract/messages.ts'
import { support } from '@rueda/contract/support.ts'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import type { InjectOptions } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import WebSocket from 'ws'
import { PUSH_PATH, registerPush } from '../../push/register.ts'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { formOf, picture, uploadOf } from '../../testing/pictures.ts'
import { reviewIdentities } from './review.ts'

/**
 * Forty-eight words that nobody else knows are handed in as names, numbers, inside of pictures and in what customers write to support.
 * Afterwards none of them may appear in the database, in the files a backup copies, in the data folder, in the log, in the metrics, in a
 * frame that was pushed or in an answer, also one to nonsense (`docs/rules/reliability.md` B-41).
 */
let harness: Harness
const answers: string[] = []
const frames: string[] = []
const sockets: WebSocket[] = []
const canaries: string[] = []
beforeAll(async () => {
  harness = await startHarness({
    environment: { LOG_LEVEL: 'trace' },
    extensions: (app) => [(server) => registerPush(server, { hub: app.hub, publicUrl: null, label: 'SIM' })],
  })
  const address = await harness.http.server.listen({ host: '127.0.0.1', port: 0 })
  for (let person = 0; person < 8; person += 1) await handIn(await harness.newCustomer(), address)
})
afterAll(async () => {
  for (const socket of sockets) socket.terminate()
  await harness.stop()
})

const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
/** A word or a number that appears nowhere else. */
function canary(signs: string, length: number): string {
  const word = Array.from({ length }, () => signs[randomInt(signs.length)]).join('')
  canaries.push(word)
  return word
}

async function ask<E extends Endpoint>(endpoint: E, input: InputOf<E>, { token }: Customer): Promise<void> {
  answers.push(JSON.stringify(await harness.call(endpoint, input, token)))
}

/** Collects everything that is pushed to this customer. */
async function listen({ token }: Customer, address: string): Promise<void> {
  const socket = new WebSocket(`${address.replace('http', 'ws')}${PUSH_PATH}`, { origin: address })
  sockets.push(socket)
  socket.on('message', (data: Buffer) => frames.push(data.toString()))
  await once(socket, 'open')
  socket.send(JSON.stringify({ op: 'auth', token }))
  for (const ch of ['order', 'position', 'wallet', 'message']) socket.send(JSON.stringify({ op: 'sub', ch }))
}

/** Sends the customer's own words to every endpoint that refuses them. */
async function sayNonsense(words: readonly string[], { token }: Customer): Promise<void> {
  const [word = ''] = words
  const headers = { 'authorization': token, 'content-type': 'application/json' }
  const asked: InjectOptions[] = [
    { method: 'POST', url: '/web/updateReal', headers, payload: `{"firstName":"${word}"` },
    { method: 'POST', url: '/web/updateReal', headers, payload: JSON.stringify({ type: word, idNumber: word, birthDate: word }) },
    { method: 'POST', url: '/web/updateReal', headers: { ...headers, 'content-type': 'text/plain' }, payload: word },
    { method: 'GET', url: `/web/${word}?name=${word}`, headers },
    { method: 'GET', url: `/web/user/security?${word}=${word}`, headers },
    { method: 'GET', url: `/web/file/${word}?link=${word}`, headers },
    { method: 'PUT', url: `/web/updateReal/${word}`, headers, payload: JSON.stringify({ word }) },
    {
      method: 'POST',
      url: '/web/loginByUsername',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ username: word, password: word }),
    },
  ]
  for (const each of asked) answers.push((await harness.http.server.inject(each)).body)
}

async function handIn(customer: Customer, address: string): Promise<void> {
  await listen(customer, address)
  const [firstName, lastName, artist] = [canary(LETTERS, 9), canary(LETTERS, 9), canary(LETTERS, 12)]
  const [idNumber, wrongNumber] = [canary('123456789', 8), canary('123456789', 13)]
  const urls: string[] = []
  for (const _ of ['front', 'back']) {
    const content = await sharp(await picture())
      .withExif({ IFD0: { Artist: artist } })
      .jpeg()
      .toBuffer()
    expect(content.includes(artist)).toBe(true)
    const answer = await harness.send(uploadOf(customer.token, formOf({ content, fileName: `${lastName}.jpg` })))
    answers.push(JSON.stringify(answer))
    urls.push((answer.data as { url: string }).url)
  }
  const [frontImg = '', backImg = ''] = urls
  const papers = { type: 'idcard', countryCode: 'AR', firstName, lastName, birthDate: '1990-05-17', idNumber, frontImg, backImg } as const
  await ask(kyc.submit, { ...papers, idNumber: wrongNumber }, customer)
  await ask(kyc.submit, { ...papers, mrz: `${lastName}<<${firstName}` }, customer)
  await ask(kyc.submit, papers, customer)
  await ask(kyc.submit, papers, customer)
  await harness.pass(5 * MINUTE_MS)
  await reviewIdentities(harness.app, harness.app.wallClock.now())
  await ask(kyc.status, {}, customer)
  await ask(accounts.me, {}, customer)
  await ask(messages.list, {}, customer)
  await ask(files.link, { url: frontImg }, customer)
  await ask(files.openings, {}, customer)
  await sayNonsense([firstName, lastName, idNumber, artist], customer)
  // The conversation itself is shown to its author; so its answer is not among the answers that are searched.
  const said = { topic: 'other', text: `me llamo ${canary(LETTERS, 11)}` } as const
  const { code } = await harness.call(support.send, said, customer.token, { 'idempotency-key': `canary-${customer.accountId}` })
  expect(code).toBe(SUCCESS_CODE)
}

/** A word as it is, and in the forms a dump, an address or a file could have it. */
const formsOf = (word: string): string[] => [
  word,
  word.toLowerCase(),
  Buffer.from(word).toString('hex'),
  Buffer.from(word).toString('base64').slice(0, -2),
  Buffer.from(word, 'utf16le').toString('hex'),
]
const found = (haystack: string): string[] => canaries.filter((word) => formsOf(word).some((form) => haystack.includes(form)))

function contentsOf(folder: string): Buffer[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? contentsOf(path) : [readFileSync(path)]
  })
}

it('forty-eight of them were handed in, and the papers were taken', async () => {
  expect(canaries).toHaveLength(48)
  expect(new Set(canaries).size).toBe(48)
  const { rows } = await harness.app.pool.query<{ passed: bigint }>(`select count(*) as passed from kyc_cases where status = 'passed'`)
  expect(rows[0]?.passed).toBe(8n)
})

it('none is in the database', async () => {
  const { rows: tables } = await harness.app.pool.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  expect(tables.length).toBeGreaterThan(20)
  for (const { name } of tables) {
    const { rows } = await harness.app.pool.query<{ row: string }>(`select t::text as row from ${name} t`)
    expect(found(rows.map(({ row }) => row).join('\n')), name).toEqual([])
  }
})

it('none is in what a backup copies: the files of the tables and the log of changes', async () => {
  const client = await harness.app.pool.connect()
  try {
    // Only the owner of the database reads its files.
    await client.query('reset role')
    await client.query('checkpoint')
    const { rows: tables } = await client.query<{ path: string }>(TABLE_FILES)
    const { rows: changes } = await client.query<{ path: string }>(NEWEST_CHANGES)
    expect(tables.length).toBeGreaterThan(100)
    expect(changes.length).toBeGreaterThan(0)
    let plain = 0
    for (const { path } of [...changes, ...tables]) {
      // Another checkpoint may give a part of the log that is over another name meanwhile.
      const { rows } = await client.query<{ bytes: Buffer | null }>('select pg_read_binary_file($1, true) as bytes', [path])
      const content = rows[0]?.bytes?.toString('latin1') ?? ''
      expect(found(content), path).toEqual([])
      plain += content.includes('customer1@example.org') ? 1 : 0
    }
    // A value stored in plain text would have been found there.
    expect(plain).toBeGreaterThan(1)
  } finally {
    client.release(true)
  }
})

const TABLE_FILES = `
  select pg_relation_filepath(c.oid) as path from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'pg_toast') and c.relkind in ('r', 'i', 't') and pg_relation_size(c.oid) > 0`
const NEWEST_CHANGES = `
  select 'pg_wal/' || name as path from pg_ls_waldir() where modification > now() - interval '10 minutes' order by modification desc limit 8`

it('none is in the data folder', () => {
  const contents = contentsOf(harness.app.settings.DATA_DIR)
  expect(contents.length).toBeGreaterThanOrEqual(16)
  for (const content of contents) expect(found(content.toString('latin1'))).toEqual([])
})

it('none is in the log, in the metrics or in an answer', async () => {
  expect(harness.logged.length).toBeGreaterThan(50)
  expect(found(harness.logged.join(''))).toEqual([])
  const { body } = await harness.http.server.inject({ method: 'GET', url: '/metrics' })
  expect(found(body)).toEqual([])
  expect(answers.length).toBe(152)
  expect(found(answers.join('\n'))).toEqual([])
})

it('none was pushed', async () => {
  // Each customer was notified of the account, the papers and the message, whatever came between.
  await expect.poll(() => frames.filter((frame) => frame.includes('"message"')).length).toBeGreaterThanOrEqual(8)
  expect(found(frames.join('\n'))).toEqual([])
})
