import { accounts } from '@rueda/contract/admin/accounts.ts'
import { audit } from '@rueda/contract/admin/audit.ts'
import { staff } from '@rueda/contract/admin/staff.ts'
import { messages } from '@rueda/contract/messages.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { DAY_MS, HOUR_MS } from '@rueda/rules/time.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { CONSOLE_HEADERS, STAFF_PASSWORD, type StaffCaller, callStaff, cookieOf, hire, setupTokenOf } from '../../testing/staff.ts'
import { MAX_READS_AN_HOUR } from '../../admin/unusual-reads.ts'

/** Staff are watched: customers learn that they were looked at, colleagues of unusual reading, and each of the own sign-ins. */
let harness: Harness
let customer: Customer
let ana: StaffCaller
beforeEach(async () => {
  harness = await startHarness()
  customer = await harness.newCustomer()
  ana = await hire(harness, ['support'])
})
afterEach(() => harness.stop())

const refused = (name: Parameters<typeof codeOf>[0]) => ({ code: codeOf(name) })
const look = (reason: 'review' | 'customerAsked' = 'review') => ana.ask(accounts.open, { accountId: customer.accountId, reason })
async function told(language = 'en'): Promise<readonly string[]> {
  const { data } = await harness.call(messages.list, {}, customer.token, { language })
  return (data?.list ?? []).map(({ title, content }) => `${title}: ${content}`).filter((text) => text.includes('account:'))
}

describe('a customer', () => {
  it('reads in the own message centre who looked, in which role and why, once a day for the same power', async () => {
    await look('customerAsked')
    await look('customerAsked')
    expect(await told()).toEqual([
      expect.stringContaining(
        "Our staff acted on your account: Support: See a customer's account: wallets, positions, orders and devices. Reason:",
      ),
    ])
    await harness.pass(DAY_MS)
    await ana.signIn()
    await look()
    expect(await told()).toHaveLength(2)
  })

  it('hears at once that a freeze was staff’s, and nothing of what was refused', async () => {
    const risk = await hire(harness, ['risk'])
    await risk.ask(accounts.freeze, { accountId: customer.accountId, reason: 'suspectedFraud' })
    expect(await told()).toHaveLength(1)
    await risk.call(accounts.freeze, { accountId: '999999999', reason: 'review' })
    expect(await told()).toHaveLength(1)
  })
})

describe('somebody who opens unusually many customers', () => {
  it('is shown to colleagues, once an hour, until another person has looked', async () => {
    const risk = await hire(harness, ['risk'])
    for (let reads = 0; reads < MAX_READS_AN_HOUR; reads += 1) await look()
    expect(await risk.ask(audit.alerts, {})).toEqual([])
    await look()
    await look()
    const [alert, ...rest] = await risk.ask(audit.alerts, {})
    expect(rest).toEqual([])
    expect(alert).toMatchObject({ staffId: ana.staffId, reads: MAX_READS_AN_HOUR + 1, acknowledgedBy: null })
    const id = alert?.id ?? ''
    expect(await ana.call(audit.acknowledge, { id, reason: 'review' })).toMatchObject(refused('staff.role_missing'))
    const twin = await hire(harness, ['risk'], { personId: ana.personId })
    expect(await twin.call(audit.acknowledge, { id, reason: 'review' })).toMatchObject(refused('approval.same_person'))
    await risk.ask(audit.acknowledge, { id, reason: 'review' })
    expect(await risk.ask(audit.alerts, {})).toMatchObject([{ id, acknowledgedBy: expect.stringContaining('Staff') }])
    expect(await risk.call(audit.acknowledge, { id, reason: 'review' })).toMatchObject(refused('object.not_found'))
  })

  it('is not counted for what was read an hour ago', async () => {
    const risk = await hire(harness, ['risk'])
    for (let reads = 0; reads < MAX_READS_AN_HOUR; reads += 1) await look()
    await harness.pass(HOUR_MS)
    await ana.signIn()
    await look()
    await risk.signIn()
    expect(await risk.ask(audit.alerts, {})).toEqual([])
  })
})

describe('a sign-in from somewhere else', () => {
  const mails = async () => {
    await harness.app.mail.deliver()
    const { rows } = await harness.app.pool.query<{ recipient: string; body: string }>(
      `select recipient, body from mails where recipient = $1 order by created_at`,
      [ana.email],
    )
    return rows
  }
  const signInWith = (agent: string) =>
    callStaff(
      harness,
      staff.signIn,
      { email: ana.email, password: STAFF_PASSWORD, code: ana.code() },
      { ...CONSOLE_HEADERS, 'user-agent': agent },
    )

  it('is told by mail with device and address; one from where one always is, is not', async () => {
    await ana.signIn()
    expect(await mails()).toEqual([])
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    const answer = await signInWith(firefox)
    expect(answer).toMatchObject({ code: 200 })
    await harness.app.mail.stop()
    const [mail, ...rest] = await mails()
    expect(rest).toEqual([])
    expect(mail?.body).toContain('Firefox')
    expect(mail?.body).toContain('127.0.0.1')
    expect(cookieOf(answer)).not.toBe('')
  })
})

describe('a link that was never used', () => {
  it('is renewed by those who invite; the one before opens nothing, and whoever is set up needs none', async () => {
    const admin = await hire(harness, ['admin'])
    await admin.ask(staff.invite, { reason: 'maintenance', email: 'new@example.org', name: 'Nora', roles: ['support'] })
    const first = await setupTokenOf(harness, 'new@example.org')
    const list = await admin.ask(staff.list, {})
    const staffId = list.find(({ email }) => email === 'new@example.org')?.staffId ?? ''
    await harness.pass(DAY_MS)
    await admin.signIn()
    expect(await callStaff(harness, staff.beginSetup, { token: first })).toMatchObject(refused('staff.setup_invalid'))
    await admin.ask(staff.inviteAgain, { reason: 'maintenance', staffId })
    const second = await setupTokenOf(harness, 'new@example.org')
    expect(await callStaff(harness, staff.beginSetup, { token: second })).toMatchObject({ code: 200, data: { name: 'Nora' } })
    expect(await admin.call(staff.inviteAgain, { reason: 'maintenance', staffId: ana.staffId })).toMatchObject(refused('object.not_found'))
  })
})
