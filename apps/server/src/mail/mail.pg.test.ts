import { HOUR_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '../db/open.ts'
import { createTestDatabase } from '../testing/database.ts'
import { ids } from '../testing/harness.ts'
import { type Mail, createMail } from './mail.ts'

let database: Database
let now: number
let isDown: boolean
let sent: string[]
let mail: Mail

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.stop())

beforeEach(async () => {
  now = Date.UTC(2026, 0, 5)
  isDown = false
  sent = []
  await database.pool.query('delete from mails')
  mail = createMail({
    pool: database.pool,
    wallClock: { now: () => now },
    ids,
    log: pino({ level: 'silent' }),
    transport: ({ recipient, subject }) =>
      isDown ? Promise.reject(new Error('connection refused')) : Promise.resolve(void sent.push(`${recipient}: ${subject}`)),
  })
})

const write = (subject: string) =>
  mail.enqueue({ recipient: 'ana@example.org', subject, body: 'Tu código es 123456.', usefulUntil: now + 24 * HOUR_MS })

it('sends a mail once and keeps no copy of what it said', async () => {
  await write('code')
  expect(await mail.deliver()).toBe(1)
  expect(await mail.deliver()).toBe(0)
  expect(sent).toEqual(['ana@example.org: code'])
  const { rows } = await database.pool.query<{ body: string; sent: boolean }>('select body, sent_at is not null as sent from mails')
  expect(rows).toEqual([{ body: '', sent: true }])
})

it('sends a mail once with two servers at work', async () => {
  await Promise.all(['one', 'two', 'three'].map(write))
  await Promise.all([mail.deliver(), mail.deliver()])
  expect(sent).toHaveLength(3)
})

it('tries again after one minute, then two, then four, while the mail server is away', async () => {
  isDown = true
  await write('code')
  const attempts = async () => (await database.pool.query<{ attempts: number }>('select attempts from mails')).rows[0]?.attempts
  await mail.deliver()
  expect(await attempts()).toBe(1)
  await mail.deliver()
  expect(await attempts()).toBe(1)
  for (const [minutes, expected] of [
    [1, 2],
    [1, 2],
    [1, 3],
    [3, 3],
    [1, 4],
  ] as const) {
    now += minutes * MINUTE_MS
    await mail.deliver()
    expect(await attempts()).toBe(expected)
  }
  isDown = false
  now += HOUR_MS
  expect(await mail.deliver()).toBe(1)
})

it('does not send what is of no use any more', async () => {
  await mail.enqueue({ recipient: 'ana@example.org', subject: 'code', body: 'late', usefulUntil: now + 5 * MINUTE_MS })
  now += 5 * MINUTE_MS
  expect(await mail.deliver()).toBe(0)
})

it('gives up after ten attempts', async () => {
  isDown = true
  await mail.enqueue({ recipient: 'ana@example.org', subject: 'code', body: 'x', usefulUntil: now + 100 * HOUR_MS })
  for (let attempt = 0; attempt < 12; attempt += 1) {
    await mail.deliver()
    now += HOUR_MS
  }
  const { rows } = await database.pool.query<{ attempts: number; failed: boolean }>(
    'select attempts, failed_at is not null as failed from mails',
  )
  expect(rows).toEqual([{ attempts: 10, failed: true }])
})

it('without a mail server keeps the mail for staff to read', async () => {
  const kept = createMail({ pool: database.pool, wallClock: { now: () => now }, ids, log: pino({ level: 'silent' }), transport: null })
  await write('code')
  expect(await kept.deliver()).toBe(0)
  expect((await database.pool.query('select from mails where sent_at is null')).rowCount).toBe(1)
})
