import { staff } from '@rueda/contract/admin/staff.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { HOUR_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from '../../testing/harness.ts'
import { STAFF_PASSWORD, callStaff, cookieOf, hire } from '../../testing/staff.ts'
import { firstStaff } from './first.ts'

let harness: Harness
beforeEach(async () => {
  harness = await startHarness()
})
afterEach(() => harness.stop())

const PASSWORD = 'una frase bien larga'
const codeFor = (secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: harness.app.wallClock.now() })
const refused = (name: Parameters<typeof codeOf>[0]) => ({ status: 200, code: codeOf(name) })

describe('signing in', () => {
  it('takes password and second factor, and gives a cookie that no script can read', async () => {
    const { email, code } = await hire(harness, ['support'])
    const answer = await callStaff(harness, staff.signIn, { email, password: STAFF_PASSWORD, code: code() })
    expect(answer).toMatchObject({ code: 200, data: { state: 'in', session: { email, roles: ['support'] } } })
    expect(answer.headers['set-cookie']).toContainEqual(
      expect.stringMatching(/^rueda_staff=.*; Max-Age=28800; Path=\/; HttpOnly; SameSite=Strict$/u),
    )
  })

  it('answers the same to a wrong password, a wrong code, a used code and a name nobody has', async () => {
    const { email, code } = await hire(harness, ['support'])
    const used = code()
    await callStaff(harness, staff.signIn, { email, password: STAFF_PASSWORD, code: used })
    for (const input of [
      { email, password: 'wrong wrong wrong', code: '000000' },
      { email, password: STAFF_PASSWORD, code: '000000' },
      { email, password: STAFF_PASSWORD, code: used },
      { email, password: STAFF_PASSWORD },
    ])
      expect(await callStaff(harness, staff.signIn, input)).toMatchObject({ ...refused('login.failed'), data: null })
    expect(await callStaff(harness, staff.signIn, { email: 'nobody@example.org', password: 'x' })).toMatchObject(refused('login.failed'))
  })

  it('is locked for a while after five wrong tries', async () => {
    const { email, code } = await hire(harness, ['support'])
    for (let tried = 0; tried < 5; tried += 1)
      await callStaff(harness, staff.signIn, { email, password: 'wrong wrong wrong', code: '000000' })
    expect(await callStaff(harness, staff.signIn, { email, password: STAFF_PASSWORD, code: code() })).toMatchObject(refused('login.locked'))
    await harness.pass(15 * MINUTE_MS)
    expect(await callStaff(harness, staff.signIn, { email, password: STAFF_PASSWORD, code: code() })).toMatchObject({ code: 200 })
  })
})

describe('a session', () => {
  it('ends after ten minutes without use', async () => {
    const caller = await hire(harness, ['support'])
    await harness.pass(9 * MINUTE_MS)
    expect(await caller.call(staff.session, {})).toMatchObject({ code: 200 })
    await harness.pass(9 * MINUTE_MS)
    expect(await caller.call(staff.session, {})).toMatchObject({ code: 200 })
    await harness.pass(10 * MINUTE_MS)
    expect(await caller.call(staff.session, {})).toMatchObject({ status: 401 })
  })

  it('is not kept alive by what a screen asks by itself', async () => {
    const caller = await hire(harness, ['support'])
    await harness.pass(9 * MINUTE_MS)
    const headers = { 'x-rueda-console': 'background', 'cookie': `rueda_staff=${caller.cookie}` }
    expect(await callStaff(harness, staff.session, {}, headers)).toMatchObject({ code: 200 })
    await harness.pass(MINUTE_MS)
    expect(await callStaff(harness, staff.session, {}, headers)).toMatchObject({ status: 401 })
  })

  it('ends after eight hours, however much it is used', async () => {
    const caller = await hire(harness, ['support'])
    for (let minutes = 0; minutes < 475; minutes += 5) {
      await harness.pass(5 * MINUTE_MS)
      await caller.ask(staff.session, {})
    }
    await harness.pass(5 * MINUTE_MS)
    expect(await caller.call(staff.session, {})).toMatchObject({ status: 401 })
  })

  it('is the only one: signing in elsewhere ends it', async () => {
    const caller = await hire(harness, ['support'])
    const before = caller.cookie
    await caller.signIn()
    const headers = { 'x-rueda-console': '1', 'cookie': `rueda_staff=${before}` }
    expect(await callStaff(harness, staff.session, {}, headers)).toMatchObject({ status: 401 })
    expect(await caller.call(staff.session, {})).toMatchObject({ code: 200 })
  })

  it('ends with signing out', async () => {
    const caller = await hire(harness, ['support'])
    await caller.ask(staff.signOut, {})
    expect(await caller.call(staff.session, {})).toMatchObject({ status: 401 })
  })

  it('shows when the second factor was last shown, and takes no wrong one', async () => {
    const caller = await hire(harness, ['support'])
    await harness.pass(6 * MINUTE_MS)
    const { verifiedTimestamp } = await caller.ask(staff.session, {})
    expect(await caller.call(staff.verify, { code: '000000' })).toMatchObject(refused('code.wrong'))
    const verified = await caller.ask(staff.verify, { code: caller.code() })
    expect(verified.verifiedTimestamp).toBe(verifiedTimestamp + 6 * MINUTE_MS)
  })
})

describe('the first account', () => {
  const setupInput = async (token: string) => {
    const begun = await callStaff(harness, staff.beginSetup, { token })
    return { begun, code: codeFor(begun.data?.secret ?? '') }
  }

  it('is made by a link that works once, with a password of fifteen characters and a second factor', async () => {
    const token = (await firstStaff(harness.app)) ?? ''
    const { begun, code } = await setupInput(token)
    expect(begun.data).toMatchObject({ email: null, needsPassword: 1, uri: expect.stringContaining('otpauth://totp/Rueda') })
    const own = { token, email: 'ana@example.org', name: 'Ana' }
    expect(await callStaff(harness, staff.finishSetup, { ...own, password: 'fourteen chars', code })).toMatchObject(
      refused('password.format'),
    )
    expect(await callStaff(harness, staff.finishSetup, { ...own, password: PASSWORD, code: '000000' })).toMatchObject(refused('code.wrong'))
    const done = await callStaff(harness, staff.finishSetup, { ...own, password: PASSWORD, code })
    expect(done).toMatchObject({ code: 200, data: { email: 'ana@example.org', name: 'Ana', roles: ['admin'] } })
    expect(cookieOf(done)).toHaveLength(43)
    expect(await callStaff(harness, staff.beginSetup, { token })).toMatchObject(refused('staff.setup_invalid'))
    expect(await firstStaff(harness.app)).toBeNull()
  })

  it('has a new link with every start until somebody has used one', async () => {
    const before = (await firstStaff(harness.app)) ?? ''
    const after = (await firstStaff(harness.app)) ?? ''
    expect(await callStaff(harness, staff.beginSetup, { token: before })).toMatchObject(refused('staff.setup_invalid'))
    expect(await callStaff(harness, staff.beginSetup, { token: after })).toMatchObject({ code: 200 })
    await harness.pass(24 * HOUR_MS)
    expect(await callStaff(harness, staff.beginSetup, { token: after })).toMatchObject(refused('staff.setup_invalid'))
  })

  it('comes from the settings too, and chooses its factor before anything else', async () => {
    const email = 'admin@example.org'
    const settings = { ...harness.app.settings, ADMIN_EMAIL: email, ADMIN_PASSWORD: PASSWORD }
    expect(await firstStaff({ ...harness.app, settings })).toBeNull()
    const first = await callStaff(harness, staff.signIn, { email, password: PASSWORD })
    expect(first).toMatchObject({ code: 200, data: { state: 'setup' } })
    expect(first.headers['set-cookie']).toBeUndefined()
    const token = first.data?.state === 'setup' ? first.data.token : ''
    const { begun, code } = await setupInput(token)
    expect(begun.data).toMatchObject({ email, needsPassword: 0 })
    expect(await callStaff(harness, staff.finishSetup, { token, code })).toMatchObject({ code: 200 })
  })

  it('with a password that is too short stops the start', async () => {
    const settings = { ...harness.app.settings, ADMIN_EMAIL: 'admin@example.org', ADMIN_PASSWORD: 'fourteen chars' }
    await expect(firstStaff({ ...harness.app, settings })).rejects.toThrow('ADMIN_PASSWORD must have 15 to 128 characters')
  })

  it('keeps the secret of the authenticator sealed', async () => {
    const token = (await firstStaff(harness.app)) ?? ''
    const { begun } = await setupInput(token)
    const plain = Buffer.from(Secret.fromBase32(begun.data?.secret ?? '').buffer)
    const { rows } = await harness.app.pool.query<{ setup_factor: Buffer }>('select setup_factor from staff')
    expect(rows[0]?.setup_factor.includes(plain)).toBe(false)
  })
})

describe('who works here', () => {
  const why = { reason: 'maintenance' as const }
  const bea = { ...why, email: 'bea@example.org', name: 'Bea', roles: ['risk' as const] }

  it('the first administrator may bring the second alone; from then on it takes two', async () => {
    const ana = await hire(harness, ['admin'])
    expect(await ana.ask(staff.invite, { ...bea, roles: ['admin'] })).toEqual({ state: 'done' })
    const cora = await hire(harness, ['admin'])
    expect(await ana.ask(staff.invite, { ...bea, email: 'dana@example.org' })).toEqual({ state: 'waiting' })
    expect(await ana.ask(staff.list, {})).toHaveLength(3)
    expect(await cora.ask(staff.invite, { ...bea, email: 'dana@example.org' })).toEqual({ state: 'done' })
    expect((await ana.ask(staff.list, {})).map(({ email, state }) => [email, state])).toContainEqual(['dana@example.org', 'invited'])
    expect(await ana.call(staff.invite, { ...bea, email: 'dana@example.org' })).toMatchObject(refused('account.taken'))
  })

  it('roles change by two, and the colleague’s session ends', async () => {
    const [ana, cora, dana] = [await hire(harness, ['admin']), await hire(harness, ['admin']), await hire(harness, ['support'])]
    const change = { ...why, staffId: dana.staffId, roles: ['cashier' as const] }
    expect(await ana.ask(staff.changeRoles, change)).toEqual({ state: 'waiting' })
    expect(await dana.call(staff.session, {})).toMatchObject({ code: 200 })
    expect(await cora.ask(staff.changeRoles, change)).toEqual({ state: 'done' })
    expect(await dana.call(staff.session, {})).toMatchObject({ status: 401 })
    await dana.signIn()
    expect(await dana.ask(staff.session, {})).toMatchObject({ roles: ['cashier'] })
  })

  it('a house that begins shuts out by one, at once, and the last administrator stays', async () => {
    const [ana, dana] = [await hire(harness, ['admin']), await hire(harness, ['support'])]
    expect(await ana.ask(staff.disable, { ...why, staffId: dana.staffId })).toEqual({ state: 'done' })
    expect(await dana.call(staff.session, {})).toMatchObject({ status: 401 })
    await expect(dana.signIn()).rejects.toThrow('2000')
    expect(await ana.call(staff.disable, { ...why, staffId: ana.staffId })).toMatchObject(refused('staff.last_admin'))
  })
})
