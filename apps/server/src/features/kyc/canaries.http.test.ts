import { randomInt } from 'node:crypto'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { accounts } from '@rueda/contract/accounts.ts'
import type { Endpoint, InputOf } from '@rueda/contract/endpoint.ts'
import { files } from '@rueda/contract/files.ts'
import { kyc } from '@rueda/contract/kyc.ts'
import { messages } from '@rueda/contract/messages.ts'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { formOf, picture, uploadOf } from '../../testing/pictures.ts'
import { reviewIdentities } from './review.ts'

/**
 * Forty words that nobody else knows are handed in as names, numbers and inside of pictures. Afterwards not one of them
 * may lie in the database, in the data folder, in the log, in the metrics or in an answer (`reliability.md` B-41).
 */
let house: Harness
const answers: string[] = []
const canaries: string[] = []
beforeAll(async () => {
  house = await startHarness({ environment: { LOG_LEVEL: 'trace' } })
  for (let person = 0; person < 8; person += 1) await handIn(await house.newCustomer())
})
afterAll(() => house.stop())

const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
/** A word or a number that is written nowhere else. */
function canary(signs: string, length: number): string {
  const word = Array.from({ length }, () => signs[randomInt(signs.length)]).join('')
  canaries.push(word)
  return word
}

async function ask<E extends Endpoint>(endpoint: E, input: InputOf<E>, { token }: Customer): Promise<void> {
  answers.push(JSON.stringify(await house.call(endpoint, input, token)))
}

async function handIn(customer: Customer): Promise<void> {
  const [firstName, lastName, artist] = [canary(LETTERS, 9), canary(LETTERS, 9), canary(LETTERS, 12)]
  const [idNumber, wrongNumber] = [canary('123456789', 8), canary('123456789', 13)]
  const urls: string[] = []
  for (const _ of ['front', 'back']) {
    const content = await sharp(await picture())
      .withExif({ IFD0: { Artist: artist } })
      .jpeg()
      .toBuffer()
    expect(content.includes(artist)).toBe(true)
    const answer = await house.send(uploadOf(customer.token, formOf({ content, fileName: `${lastName}.jpg` })))
    answers.push(JSON.stringify(answer))
    urls.push((answer.data as { url: string }).url)
  }
  const [frontImg = '', backImg = ''] = urls
  const papers = { type: 'idcard', countryCode: 'AR', firstName, lastName, birthDate: '1990-05-17', idNumber, frontImg, backImg } as const
  await ask(kyc.submit, { ...papers, idNumber: wrongNumber }, customer)
  await ask(kyc.submit, { ...papers, mrz: `${lastName}<<${firstName}` }, customer)
  await ask(kyc.submit, papers, customer)
  await ask(kyc.submit, papers, customer)
  await house.pass(5 * MINUTE_MS)
  await reviewIdentities(house.app, house.app.wallClock.now())
  await ask(kyc.status, {}, customer)
  await ask(accounts.me, {}, customer)
  await ask(messages.list, {}, customer)
  await ask(files.link, { url: frontImg }, customer)
  await ask(files.openings, {}, customer)
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

it('forty of them were handed in, and the papers were taken', async () => {
  expect(canaries).toHaveLength(40)
  expect(new Set(canaries).size).toBe(40)
  const { rows } = await house.app.pool.query<{ passed: bigint }>(`select count(*) as passed from kyc_cases where status = 'passed'`)
  expect(rows[0]?.passed).toBe(8n)
})

it('none is in the database', async () => {
  const { rows: tables } = await house.app.pool.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  expect(tables.length).toBeGreaterThan(20)
  for (const { name } of tables) {
    const { rows } = await house.app.pool.query<{ row: string }>(`select t::text as row from ${name} t`)
    expect(found(rows.map(({ row }) => row).join('\n')), name).toEqual([])
  }
})

it('none is in the data folder', () => {
  const contents = contentsOf(house.app.settings.DATA_DIR)
  expect(contents.length).toBeGreaterThanOrEqual(16)
  for (const content of contents) expect(found(content.toString('latin1'))).toEqual([])
})

it('none is in the log, in the metrics or in an answer', async () => {
  expect(house.logged.length).toBeGreaterThan(50)
  expect(found(house.logged.join(''))).toEqual([])
  const { body } = await house.http.server.inject({ method: 'GET', url: '/metrics' })
  expect(found(body)).toEqual([])
  expect(answers.length).toBe(88)
  expect(found(answers.join('\n'))).toEqual([])
})
