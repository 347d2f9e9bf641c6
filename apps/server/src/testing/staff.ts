import type { StaffDataOf, StaffEndpoint, StaffInputOf } from '@rueda/contract/admin/endpoint.ts'
import { composedRoles } from '@rueda/contract/admin/roles.ts'
import { staff } from '@rueda/contract/admin/staff.ts'
import { SUCCESS_CODE } from '@rueda/contract/envelope.ts'
import { ok } from '@rueda/rules/result.ts'
import type { PowerName } from '@rueda/rules/staff/powers.ts'
import type { StaffRole } from '@rueda/rules/staff/roles.ts'
import { SECOND_MS } from '@rueda/rules/time.ts'
import { Secret, TOTP } from 'otpauth'
import { inTransaction } from '../db/transaction.ts'
import { quickHashing } from './quick-hashing.ts'
import { SECRET_BYTES } from '../features/security/one-time-password.ts'
import { factorPlace } from '../features/staff/setup.ts'
import { insert } from '../features/staff/store.ts'
import { deviceOf } from '../http/device.ts'
import { openStaffSession } from '../admin/sessions.ts'
import { CONSOLE_HEADER, staffCookieOf } from '../admin/api.ts'
import { type Answer, type Harness, requestOf } from './harness.ts'

/** A signed-in colleague, for tests. */
export interface StaffCaller {
  staffId: string
  personId: string
  email: string
  cookie: string
  call<E extends StaffEndpoint>(endpoint: E, input: StaffInputOf<E>): Promise<Answer<StaffDataOf<E>>>
  /** The data of a call that has to succeed. */
  ask<E extends StaffEndpoint>(endpoint: E, input: StaffInputOf<E>): Promise<StaffDataOf<E>>
  /** A code of the authenticator app that was not used yet. */
  code(): string
  /** Signs in anew; the session before ends. */
  signIn(): Promise<void>
}

type House = Pick<Harness, 'app' | 'http'>

export const STAFF_PASSWORD = 'quince letras o mas'
const HOST = 'localhost:8080'
/** Name of the cookie on a server without a public name. */
export const STAFF_COOKIE = staffCookieOf({})
const STAFF_COOKIE_VALUE = /^(?:__Host-)?rueda_staff=([^;]*)/u
/** Headers that a browser on the console's own page sends. */
export const CONSOLE_HEADERS = { [CONSOLE_HEADER]: '1', host: HOST, origin: `http://${HOST}` }

export async function callStaff<E extends StaffEndpoint>(
  { http }: House,
  endpoint: E,
  input: Record<string, unknown>,
  headers: Record<string, string> = CONSOLE_HEADERS,
): Promise<Answer<StaffDataOf<E>>> {
  const { statusCode, headers: answered, body } = await http.server.inject({ ...requestOf(endpoint, input, '/admin'), headers })
  return { status: statusCode, headers: answered, ...(JSON.parse(body) as Omit<Answer<StaffDataOf<E>>, 'status' | 'headers'>) }
}

export function cookieOf({ headers }: Pick<Answer<unknown>, 'headers'>): string {
  const given = [headers['set-cookie'] ?? []].flat().map(String)
  return given.map((each) => STAFF_COOKIE_VALUE.exec(each)?.[1]).find((value) => value !== undefined) ?? ''
}

let members = 0

/** Everybody has the same password here, and hashing it takes its time. */
let hashOfPassword: Promise<string | null> | undefined
async function hashPassword(): Promise<string | null> {
  const hashed = await quickHashing().hash(STAFF_PASSWORD)
  return hashed.busy ? null : hashed.value
}

/** A member of the staff with these roles, set up and signed in. */
export async function hire(
  harness: House,
  roles: readonly StaffRole[],
  { personId, composed = [] }: { personId?: string; composed?: readonly string[] } = {},
): Promise<StaffCaller> {
  const { app } = harness
  members += 1
  const email = `staff${members}@example.org`
  const staffId = app.ids.next()
  const person = personId ?? app.ids.next()
  const passwordHash = await (hashOfPassword ??= hashPassword())
  const name = `Staff ${members}`
  await insert(app.pool, { staffId, personId: person, email, name, roles, composed, passwordHash, now: app.wallClock.now() })
  const factor = Buffer.from(app.random.bytes(SECRET_BYTES))
  await app.pool.query('update staff set factor = $2 where staff_id = $1', [staffId, app.vault.seal(factorPlace(staffId), factor)])
  return signedIn(harness, { staffId, personId: person, email, factor })
}

/** A role that two administrators compose of these powers; returns its id. */
export async function composeRole(harness: House, name: string, powers: readonly PowerName[]): Promise<string> {
  const asked = { reason: 'maintenance' as const, name, powers: [...powers] }
  const [first, second] = [await hire(harness, ['admin']), await hire(harness, ['admin'])]
  await first.ask(composedRoles.compose, asked)
  await second.ask(composedRoles.compose, asked)
  const role = (await first.ask(composedRoles.list, {})).find((each) => each.name === name)
  return role?.roleId ?? ''
}

const STEP_MS = 30 * SECOND_MS

async function signedIn(
  harness: House,
  { factor, ...member }: Readonly<{ staffId: string; personId: string; email: string; factor: Buffer }>,
): Promise<StaffCaller> {
  let lastAt = 0
  const caller: StaffCaller = {
    ...member,
    cookie: '',
    // A code opens once, so each one is of a step after the last; a step ahead is still taken.
    code: () => {
      lastAt = Math.max(harness.app.wallClock.now() - STEP_MS, lastAt + STEP_MS)
      return new TOTP({ secret: new Secret({ buffer: Uint8Array.from(factor).buffer }) }).generate({ timestamp: lastAt })
    },
    call: (endpoint, input) =>
      callStaff(harness, endpoint, input as Record<string, unknown>, {
        ...CONSOLE_HEADERS,
        cookie: `${staffCookieOf(harness.app.settings)}=${caller.cookie}`,
      }),
    ask: async (endpoint, input) => {
      const answer = await caller.call(endpoint, input)
      if (answer.code !== SUCCESS_CODE) throw new Error(`${endpoint.path}: ${answer.code} ${answer.msg} ${JSON.stringify(answer.data)}`)
      return answer.data as StaffDataOf<typeof endpoint>
    },
    signIn: async () => {
      const answer = await callStaff(harness, staff.signIn, { email: member.email, password: STAFF_PASSWORD, code: caller.code() })
      if (answer.code !== SUCCESS_CODE) throw new Error(`signing in: ${answer.code} ${answer.msg}`)
      caller.cookie = cookieOf(answer)
    },
  }
  // A hired colleague is signed in already, from the address of the test's requests; signing in itself has tests of its own.
  const { app } = harness
  const at = { staffId: member.staffId, device: deviceOf('lightMyRequest'), address: '127.0.0.1', now: app.wallClock.now(), origin: null }
  const opened = await inTransaction(app.pool, async (client) => ok(await openStaffSession(client, app, at)))
  caller.cookie = opened.ok ? opened.value.token : ''
  return caller
}

/** The token of the newest set-up link that waits in somebody's mailbox. */
export async function setupTokenOf({ app }: House, email: string): Promise<string> {
  const { rows } = await app.pool.query<{ body: string }>(
    `select body from mails where recipient = $1 and body like '%/#/setup/%' order by created_at desc, mail_id desc limit 1`,
    [email],
  )
  return /#\/setup\/(\S+)/u.exec(rows[0]?.body ?? '')?.[1] ?? ''
}
