import { audit } from '@rueda/contract/admin/audit.ts'
import { market } from '@rueda/contract/admin/market.ts'
import { staff } from '@rueda/contract/admin/staff.ts'
import { accounts } from '@rueda/contract/accounts.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLogger } from '../logging.ts'
import { firstStaff } from '../features/staff/first.ts'
import { type Harness, startHarness } from '../testing/harness.ts'
import { STAFF_PASSWORD, callStaff, hire } from '../testing/staff.ts'
import { securityKindOf } from './security-events.ts'

let harness: Harness
beforeEach(async () => {
  harness = await startHarness({ environment: { LOG_LEVEL: 'warn' } })
})
afterEach(() => harness.stop())

const events = (): Record<string, unknown>[] =>
  harness.logged.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ event }) => event === 'security')
const why = { reason: 'security' as const }

describe('the log says from where, and never which name was tried,', () => {
  it('when a customer’s login fails', async () => {
    await harness.call(accounts.login, { username: 'my-very-own-password', password: 'wrong' })
    expect(events()).toEqual([
      expect.objectContaining({ kind: 'login', refusal: 'login.failed', route: '/web/loginByUsername', address: '127.0.0.1' }),
    ])
    expect(harness.logged.join('')).not.toContain('my-very-own-password')
  })

  it('when a sign-in of staff fails, is guessed at too often, and when a set-up link opens nothing', async () => {
    const ana = await hire(harness, ['support'])
    for (let tried = 0; tried < 6; tried += 1) await callStaff(harness, staff.signIn, { email: ana.email, password: 'wrong wrong wrong' })
    await callStaff(harness, staff.beginSetup, { token: 'A'.repeat(43) })
    expect(events().map(({ kind, refusal }) => [kind, refusal])).toEqual([
      ...Array.from({ length: 5 }, () => ['staff.login', 'login.failed']),
      ['staff.login', 'login.locked'],
      ['staff.login', 'staff.setup_invalid'],
    ])
    expect(harness.logged.join('')).not.toContain(ana.email)
  })

  it('when keys do not open the emergency account, and when keys do', async () => {
    await callStaff(harness, staff.openEmergency, { ...why, note: 'a drill', firstKey: 'A', secondKey: 'B' })
    expect(events()).toEqual([expect.objectContaining({ kind: 'emergency', refusal: 'staff.keys_invalid', address: '127.0.0.1' })])
  })

  it('when staff ask for what their roles do not have, or alone for what takes two', async () => {
    const [ana] = [await hire(harness, ['admin']), await hire(harness, ['admin'])]
    await ana.call(market.halt, { ...why, scope: 'all' })
    const bea = { ...why, email: 'bea@example.org', name: 'Bea', roles: ['risk' as const] }
    await ana.call(staff.invite, bea)
    await ana.call(staff.invite, bea)
    expect(events().map(({ kind, refusal, route }) => [kind, refusal, route])).toEqual([
      ['staff.act', 'staff.role_missing', '/admin/market/halt'],
      ['staff.act', 'approval.not_yet', '/admin/staff/invite'],
    ])
  })
})

it('nothing is said of a form that is filled in wrongly, and of a screen that asks for what is gone', () => {
  for (const answered of [
    { method: 'POST', route: '/admin/staff/invite', refusal: 'parameter.missing' },
    { method: 'GET', route: '/admin/cases/one', refusal: 'object.not_found' },
    { method: 'POST', route: '/web/order/place', refusal: 'wallet.insufficient' },
    { method: 'GET', route: '/web/user/me', refusal: 'session.missing' },
  ] as const)
    expect(securityKindOf(answered), answered.route).toBeNull()
})

it('the server’s own log keeps the address', () => {
  const lines: string[] = []
  createLogger({ LOG_LEVEL: 'warn' }, { write: (line) => lines.push(line) }).warn({ event: 'security', address: '192.0.2.7' }, 'refused')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ address: '192.0.2.7' })
})

describe('staff’s own coming and going is in the audit log:', () => {
  it('signing in and signing out, with device and address', async () => {
    const ana = await hire(harness, ['auditor'])
    const before = (await ana.ask(audit.list, {})).total
    await ana.signIn()
    await ana.ask(staff.signOut, {})
    await ana.signIn()
    const { list, total } = await ana.ask(audit.list, { staffId: ana.staffId })
    expect(total).toBe(before + 3)
    expect(list.map(({ power, after, address }) => [power, after, address])).toMatchObject(
      ['signedIn', 'signedOut', 'signedIn'].map((state) => ['staff.self', { state }, '127.0.0.1']),
    )
  })

  it('setting up', async () => {
    const token = (await firstStaff(harness.app)) ?? ''
    const begun = await callStaff(harness, staff.beginSetup, { token })
    const { Secret, TOTP } = await import('otpauth')
    const totp = new TOTP({ secret: Secret.fromBase32(begun.data?.secret ?? '') })
    const code = totp.generate({ timestamp: harness.app.wallClock.now() })
    const own = { token, email: 'ana@example.org', name: 'Ana', password: STAFF_PASSWORD, code }
    const done = await callStaff(harness, staff.finishSetup, own)
    expect(done).toMatchObject({ code: 200 })
    const auditor = await hire(harness, ['auditor'])
    expect((await auditor.ask(audit.list, { staffId: done.data?.staffId ?? '' })).list).toMatchObject([{ after: { state: 'setUp' } }])
  })
})
