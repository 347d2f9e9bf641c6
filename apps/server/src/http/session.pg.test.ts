import { DAY_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '../db/open.ts'
import { createTestDatabase } from '../testing/database.ts'
import { type Sessions, createSessions, hashToken, tokenOf } from './session.ts'

const TOKEN = 'A'.repeat(43)
const SESSION = '00000000-0000-7000-8000-000000000001'
const START = Date.UTC(2026, 0, 5)

let database: Database
let sessions: Sessions
let now: number
let elapsed: number

beforeAll(async () => {
  database = await createTestDatabase()
  await database.pool.query(
    "insert into accounts (account_id, nickname, locale, invite_code, created_at, password_changed_at) values (7, 'ana', 'es', 'AAAAAAAA', 0, 0)",
  )
  await database.pool.query('insert into account_states (account_id) values (7)')
})
afterAll(() => database.stop())

beforeEach(async () => {
  now = START
  elapsed = 0
  sessions = createSessions({ pool: database.pool, wallClock: { now: () => now }, elapsed: () => elapsed })
  await database.pool.query('delete from sessions')
  await database.pool.query(
    "insert into sessions (account_id, session_id, token_hash, device, origin, created_at, last_use_at, expires_at) values (7, $1, $2, '—', '', $3::bigint, $3::bigint, $4)",
    [SESSION, hashToken(TOKEN), START, START + 90 * DAY_MS],
  )
})

const kind = async () => (await sessions.check(TOKEN)).kind
const end = (reason: string) => database.pool.query('update sessions set ended_at = 1, ended_reason = $1', [reason])

it.each([
  [undefined, null],
  ['', null],
  ['short', null],
  [TOKEN, TOKEN],
  [`Bearer ${TOKEN}`, TOKEN],
  [`bearer   ${TOKEN}`, TOKEN],
  [`Basic ${TOKEN}`, null],
  [`${TOKEN}=`, null],
  [`${TOKEN}\u0000`, null],
])('the header %j holds the token %j', (header, token) => {
  expect(tokenOf(header)).toBe(token)
})

it('a token that somebody has is somebody', async () => {
  const caller = { accountId: '7', sessionId: SESSION, frozen: false, isIdentified: false, lacksTrading: false, verifiedAt: null }
  expect(await sessions.check(TOKEN)).toEqual({ kind: 'alive', caller })
  expect(await sessions.check('B'.repeat(43))).toEqual({ kind: 'missing' })
  expect(await sessions.check(null)).toEqual({ kind: 'missing' })
})

it.each([
  ['logout', 'missing'],
  ['password', 'missing'],
  ['limit', 'missing'],
  ['revoked', 'revoked'],
  ['staff', 'revoked'],
])('a session ended by %s is %s', async (reason, expected) => {
  await end(reason)
  expect(await kind()).toBe(expected)
})

it('believes what it read for two seconds, and not at all what ended here', async () => {
  expect(await kind()).toBe('alive')
  await end('revoked')
  elapsed = 1_999
  expect(await kind()).toBe('alive')
  elapsed = 2_000
  expect(await kind()).toBe('revoked')

  const told: string[] = []
  const stopListening = sessions.onEnded(({ sessionId }) => told.push(sessionId))
  await database.pool.query('update sessions set ended_at = null, ended_reason = null')
  elapsed = 4_000
  expect(await kind()).toBe('alive')
  await end('logout')
  sessions.ended([{ accountId: '7', sessionId: SESSION }])
  expect(await kind()).toBe('missing')
  expect(told).toEqual([SESSION])
  stopListening()
  sessions.ended([{ accountId: '7', sessionId: SESSION }])
  expect(told).toHaveLength(1)
})

it('notes its last use once a minute', async () => {
  const lastUse = async () =>
    Number((await database.pool.query<{ at: bigint }>('select last_use_at as at from sessions')).rows[0]?.at) - START
  now = START + MINUTE_MS - 1
  await kind()
  expect(await lastUse()).toBe(0)
  now = START + MINUTE_MS
  await kind()
  expect(await lastUse()).toBe(MINUTE_MS)
  now += MINUTE_MS - 1
  await kind()
  expect(await lastUse()).toBe(MINUTE_MS)
})

it('says whether the account is frozen, at once where it was frozen', async () => {
  await kind()
  await database.pool.query('update account_states set frozen_at = 1 where account_id = 7')
  sessions.changed('7')
  expect(await sessions.check(TOKEN)).toMatchObject({ caller: { frozen: true } })
})

it('a session that ends while it is being read is not believed, neither then nor afterwards', async () => {
  const read = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const slowPool = {
    query: async (text: string, values: unknown[]) => {
      const found = await database.pool.query(text, values)
      read.resolve()
      await goOn.promise
      return found
    },
  }
  sessions = createSessions({ pool: slowPool as unknown as Database['pool'], wallClock: { now: () => now }, elapsed: () => elapsed })
  const asked = kind()
  await read.promise
  await end('logout')
  sessions.ended([{ accountId: '7', sessionId: SESSION }])
  goOn.resolve()
  expect(await asked).toBe('missing')
  expect(await kind()).toBe('missing')
})
