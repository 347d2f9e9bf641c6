import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { StaffDataOf, StaffEndpoint, StaffInputOf } from '@rueda/contract/admin/endpoint.ts'
import { staff } from '@rueda/contract/admin/staff.ts'
import type { Envelope } from '@rueda/contract/envelope.ts'
import type { StaffRole } from '@rueda/rules/staff/roles.ts'
import { type Say, sayIn } from '../apps/console/src/app/words/all.ts'
import { expect, listen } from './journey.ts'
import { oneTimePassword } from './one-time-password.ts'
import type { TestServer } from './server.ts'
import { CHIEF, SERVER_TIMEOUT_MS, test as quick } from './quick-reviews.ts'

/**
 * Journeys with staff in them: `staffOf(['cashier'])` hires somebody with these roles and gives a page of the console where they are
 * signed in, beside the customer's own page. The server is that of the quick reviews, one for the worker
 * that runs them all; `admin` is its first account.
 */
export type StaffMember = Readonly<{
  staffId: string
  name: string
  email: string
  password: string
  page: Page
  say: Say
  /** A code of the authenticator app; two within half a minute, because each opens once and one of the step ahead is still taken. */
  code: () => string
  /** Calls the server directly, for steps a journey needs and is not about. */
  call: <E extends StaffEndpoint>(endpoint: E, input: StaffInputOf<E>) => Promise<StaffDataOf<E>>
}>

type Appearance = Readonly<{
  name?: string
  language?: 'es' | 'en'
  theme?: 'dark' | 'light'
  viewport?: Readonly<{ width: number; height: number }>
}>
export type StaffOf = (roles: readonly StaffRole[], appearance?: Appearance) => Promise<StaffMember>

const SUCCESS_CODE = 200
const COOKIE = 'rueda_staff'
export const PASSWORD = 'a wheel turns all night'
const SIDES = 2
const SHOWN_FOR_MS = 240_000
const DESK = { width: 1440, height: 900 }

export const test = quick.extend<{ staffOf: StaffOf }, { hire: Hire }>({
  hire: [async ({ quickServer }, use) => use(await openTheHouse(quickServer)), { scope: 'worker', timeout: SERVER_TIMEOUT_MS }],
  staffOf: async ({ browser, quickServer: { address }, hire }, use, journey) => {
    // Two sides are played one after the other, which takes a busy machine its time.
    journey.setTimeout(journey.timeout * SIDES)
    const opened: BrowserContext[] = []
    const checks: (() => void)[] = []
    await use(async (roles, appearance = {}) => {
      const member = await seat(browser, address, await hire(roles, appearance.name), appearance)
      const complaints = listen(member.page)
      opened.push(member.page.context())
      checks.push(() => expect(complaints.unexpected(), `the browser of ${member.name} complained`).toEqual([]))
      await member.page.goto('/console/')
      await expect(member.page.getByRole('navigation', { name: member.say('app.navigation') })).toBeVisible()
      return member
    })
    for (const check of checks) check()
    for (const context of opened) await context.close()
  },
})
export { expect } from './journey.ts'

type Hired = Readonly<{ staffId: string; name: string; email: string; cookie: string; key: string }>
type Hire = (roles: readonly StaffRole[], name?: string) => Promise<Hired>

/** Sets up the first staff account, which as the only one of its kind invites everybody else alone. */
async function openTheHouse({ address, mailTo }: TestServer): Promise<Hire> {
  const { data } = await ask(address, null, staff.signIn, CHIEF)
  if (data.state !== 'setup') throw new Error('the first staff account of this server is set up already')
  const chief = await setUp(address, data.token, {})
  let hired = 0
  let shownAt = Date.now()
  return async (roles, name) => {
    // A second administrator would have to agree to every invitation, so there is one.
    if (roles.includes('admin')) return chief
    hired += 1
    const who = { email: `staff${hired}@rueda.test`, name: name ?? `Staff ${hired}` }
    // An invitation takes a fresh second factor, and a busy worker lives longer than one.
    if (Date.now() - shownAt > SHOWN_FOR_MS) {
      await ask(address, chief.cookie, staff.verify, { code: oneTimePassword(chief.key) })
      shownAt = Date.now()
    }
    await ask(address, chief.cookie, staff.invite, { ...who, roles: [...roles], reason: 'maintenance' })
    return setUp(address, await tokenSentTo(mailTo, who.email), { password: PASSWORD })
  }
}

/** The token of the set-up link that was mailed to somebody. */
export const tokenSentTo = async (mailTo: TestServer['mailTo'], email: string): Promise<string> =>
  /#\/setup\/(\S+)/u.exec(await mailTo(email))?.[1] ?? ''

/** Somebody's way in, from the link to their session. */
export async function setUp(address: string, token: string, chosen: Readonly<{ password?: string }>): Promise<Hired> {
  const { secret } = (await ask(address, null, staff.beginSetup, { token })).data
  const { data, cookie } = await ask(address, null, staff.finishSetup, { token, code: oneTimePassword(secret), ...chosen })
  const { staffId, name, email } = data
  return { staffId, name, email, cookie, key: secret }
}

/** A browser of their own, in which they are signed in already. */
export async function seat(browser: Browser, address: string, hired: Hired, appearance: Appearance = {}): Promise<StaffMember> {
  const { language = 'es', theme = 'dark', viewport = DESK } = appearance
  const { cookie, key, ...member } = hired
  const localStorage = [
    { name: 'rueda.console.language', value: language },
    { name: 'rueda.console.theme', value: theme },
  ]
  const session = { name: COOKIE, value: cookie, path: '/admin', domain: new URL(address).hostname }
  const context = await browser.newContext({
    ...{ baseURL: address, viewport, locale: 'es-AR', timezoneId: 'America/Argentina/Buenos_Aires', reducedMotion: 'reduce' },
    storageState: {
      cookies: [{ ...session, expires: -1, httpOnly: true, secure: false, sameSite: 'Strict' }],
      origins: [{ origin: address, localStorage }],
    },
  })
  let steps = 0
  return {
    ...member,
    ...{ password: PASSWORD, page: await context.newPage(), say: sayIn(language) },
    code: () => oneTimePassword(key, (steps += 1)),
    call: async (endpoint, input) => (await ask(address, cookie, endpoint, input)).data,
  }
}

type Answer<Data> = Readonly<{ data: Data; cookie: string }>

export async function ask<E extends StaffEndpoint>(
  address: string,
  cookie: string | null,
  endpoint: E,
  input: StaffInputOf<E>,
): Promise<Answer<StaffDataOf<E>>> {
  const headers = {
    ...{ 'x-rueda-console': '1', 'origin': address, 'content-type': 'application/json' },
    ...(cookie === null ? {} : { cookie: `${COOKIE}=${cookie}` }),
  }
  const search = new URLSearchParams(Object.entries(input as Record<string, unknown>).map(([name, value]) => [name, String(value)]))
  const answer =
    endpoint.method === 'GET'
      ? await fetch(`${address}/admin${endpoint.path}?${search.toString()}`, { headers })
      : await fetch(`${address}/admin${endpoint.path}`, { method: 'POST', headers, body: JSON.stringify(input) })
  const { code, msg, data } = (await answer.json()) as Envelope<unknown>
  if (code !== SUCCESS_CODE) throw new Error(`${endpoint.path} was refused with ${code}: ${msg}`)
  const given = answer.headers.getSetCookie().find((each) => each.startsWith(`${COOKIE}=`))
  return { data: data as StaffDataOf<E>, cookie: given?.split(';')[0]?.slice(COOKIE.length + 1) ?? '' }
}
