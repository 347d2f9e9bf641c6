import { accounts } from '@rueda/contract/accounts.ts'
import { messages } from '@rueda/contract/messages.ts'
import { security } from '@rueda/contract/security.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@rueda/rules/time.ts'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'

/** The authenticator app as second factor, `docs/rules/accounts.md` A.1.1 and `docs/rules/bad-input.md` F20, F22. */
let harness: Harness
let customer: Customer
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())
beforeEach(async () => {
  customer = await harness.newCustomer()
})

const STEP_MS = 30 * SECOND_MS
const codeAt = (secret: string, offsetMs = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: harness.app.wallClock.now() + offsetMs })
const wrongFor = (secret: string): string => {
  const near = new Set([-1, 0, 1].map((step) => codeAt(secret, step * STEP_MS)))
  return ['000000', '000001', '000002', '000003'].find((code) => !near.has(code)) ?? ''
}

type Switched = Readonly<{ secret: string; recoveryCodes: readonly string[] }>
async function switchOn({ token }: Customer = customer): Promise<Switched> {
  const { secret } = await harness.ask(security.beginAuthenticator, {}, token)
  const { recoveryCodes } = await harness.ask(security.confirmAuthenticator, { totp: codeAt(secret) }, token)
  // The code that switched it on has served.
  await harness.pass(STEP_MS)
  return { secret, recoveryCodes }
}

/** From the device the customer registered on, unless given another. */
const login = (
  factor: Readonly<{ totp?: string; recoveryCode?: string }> = {},
  headers: Record<string, string> = { cookie: customer.cookie },
) => harness.call(accounts.login, { username: customer.email, password: customer.password, ...factor }, null, headers)
const newest = async () => (await harness.ask(messages.list, { pageSize: 1 }, customer.token)).list[0]

describe('setting it up', () => {
  it('gives the secret as text and as an address for the camera, and ten recovery codes once its first code was shown', async () => {
    const begun = await harness.ask(security.beginAuthenticator, {}, customer.token)
    expect(begun.secret).toMatch(/^[A-Z2-7]{32}$/u)
    expect(begun.uri).toContain(`otpauth://totp/Rueda:${encodeURIComponent(customer.email)}?issuer=Rueda&secret=${begun.secret}`)
    expect(await harness.ask(security.status, {}, customer.token)).toMatchObject({ authenticator: 0, recoveryCodesLeft: 0 })
    const { recoveryCodes } = await harness.ask(security.confirmAuthenticator, { totp: codeAt(begun.secret) }, customer.token)
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(await harness.ask(security.status, {}, customer.token)).toMatchObject({
      authenticator: 1,
      authenticatorTimestamp: harness.app.wallClock.now(),
      recoveryCodesLeft: 10,
    })
    expect(await newest()).toMatchObject({ title: 'Verificación en dos pasos activada' })
  })

  it('counts only once its first code was right', async () => {
    const { secret } = await harness.ask(security.beginAuthenticator, {}, customer.token)
    expect(await harness.call(security.confirmAuthenticator, { totp: wrongFor(secret) }, customer.token)).toMatchObject({ code: 2020 })
    expect(await login()).toMatchObject({ code: 200 })
  })

  it('takes the newest secret, and none once it is on', async () => {
    const first = await harness.ask(security.beginAuthenticator, {}, customer.token)
    const second = await harness.ask(security.beginAuthenticator, {}, customer.token)
    expect(await harness.call(security.confirmAuthenticator, { totp: codeAt(first.secret) }, customer.token)).toMatchObject({ code: 2020 })
    await harness.ask(security.confirmAuthenticator, { totp: codeAt(second.secret) }, customer.token)
    expect(await harness.call(security.beginAuthenticator, {}, customer.token)).toMatchObject({ code: 2021 })
    expect(await harness.call(security.confirmAuthenticator, { totp: codeAt(second.secret) }, customer.token)).toMatchObject({ code: 2021 })
  })

  it('is not for a practice account, which nobody logs in to', async () => {
    const { token } = await harness.ask(accounts.practise, {})
    expect(await harness.call(security.beginAuthenticator, {}, token)).toMatchObject({ code: 1006 })
    expect(await harness.call(security.confirmAuthenticator, { totp: '123456' }, token)).toMatchObject({ code: 1002 })
  })

  it('keeps neither the secret nor a recovery code as it was shown', async () => {
    const { secret, recoveryCodes } = await switchOn()
    const { rows } = await harness.app.pool.query<{ row: string }>(
      `select a::text || r::text as row from authenticators a join recovery_codes r using (account_id) where account_id = $1`,
      [customer.accountId],
    )
    const hex = Buffer.from(Secret.fromBase32(secret).bytes).toString('hex')
    expect(rows).toHaveLength(10)
    for (const { row } of rows) {
      expect(row).not.toContain(hex)
      expect(row).not.toContain(secret)
      expect(recoveryCodes.some((code) => row.includes(code))).toBe(false)
    }
  })
})

describe('logging in with it', () => {
  it('asks for the code once the password was right, and tells nobody else that there is one', async () => {
    const { secret } = await switchOn()
    const stranger = await harness.call(accounts.login, { username: customer.email, password: 'not-it-at-all' })
    const nobody = await harness.call(accounts.login, { username: 'nobody@example.org', password: 'not-it-at-all' })
    expect({ ...stranger, headers: {}, requestId: '' }).toEqual({ ...nobody, headers: {}, requestId: '' })
    expect(stranger).toMatchObject({ code: 2000 })
    expect(await login()).toMatchObject({ code: 2019, data: {} })
    expect(await login({ totp: codeAt(secret) })).toMatchObject({ code: 200 })
  })

  it('F20 takes a code once', async () => {
    const { secret } = await switchOn()
    const totp = codeAt(secret)
    expect(await login({ totp })).toMatchObject({ code: 200 })
    expect(await login({ totp })).toMatchObject({ code: 2020 })
  })

  it('takes a code once of five requests at the same time', async () => {
    const { secret } = await switchOn()
    const totp = codeAt(secret)
    const answers = await Promise.all(Array.from({ length: 5 }, () => login({ totp })))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  })

  it.each([
    [-2, 2020],
    [-1, 200],
    [0, 200],
    [1, 200],
    [2, 2020],
  ])('a code of %i steps from now answers %i', async (steps, code) => {
    const { secret } = await switchOn()
    await harness.pass(2 * STEP_MS)
    expect(await login({ totp: codeAt(secret, steps * STEP_MS) })).toMatchObject({ code })
  })

  it('F20 takes no older code after a newer one', async () => {
    const { secret } = await switchOn()
    await harness.pass(2 * STEP_MS)
    expect(await login({ totp: codeAt(secret, STEP_MS) })).toMatchObject({ code: 200 })
    expect(await login({ totp: codeAt(secret) })).toMatchObject({ code: 2020 })
  })

  it('F20 waits after five wrong codes, with the right one too; a known device is not held up by strangers', async () => {
    const { secret } = await switchOn()
    const stranger = { 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/145.0' }
    for (let guess = 0; guess < 4; guess += 1) expect(await login({ totp: wrongFor(secret) }, stranger)).toMatchObject({ code: 2020 })
    expect(await login({ totp: wrongFor(secret) }, stranger)).toMatchObject({ code: 2020 })
    const elsewhere = await harness.send({
      method: 'POST',
      url: '/web/loginByUsername',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ username: customer.email, password: customer.password, totp: codeAt(secret) }),
      remoteAddress: '203.0.113.7',
    })
    expect(elsewhere).toMatchObject({ code: 2023, data: { retryAfterMs: 15 * MINUTE_MS } })
    expect(await login({ totp: codeAt(secret) })).toMatchObject({ code: 200 })
  })

  it('F22 takes a recovery code once, and tells of it', async () => {
    const { recoveryCodes } = await switchOn()
    const [recoveryCode = ''] = recoveryCodes
    expect(await login({ recoveryCode })).toMatchObject({ code: 200 })
    expect(await newest()).toMatchObject({ title: 'Se usó un código de recuperación' })
    expect((await newest())?.content).toContain('Códigos que quedan: 9.')
    expect(await login({ recoveryCode })).toMatchObject({ code: 2020 })
    expect(await harness.ask(security.status, {}, customer.token)).toMatchObject({ recoveryCodesLeft: 9 })
  })

  it('F22 takes nobody else’s recovery code', async () => {
    await switchOn()
    const other = await harness.newCustomer()
    const { recoveryCodes } = await switchOn(other)
    expect(await login({ recoveryCode: recoveryCodes[0] ?? '' })).toMatchObject({ code: 2020 })
  })

  it('F11 is not got around by a mailed code for a new password', async () => {
    const { secret } = await switchOn()
    const { devCode: code = '' } = await harness.ask(accounts.sendCode, { email: customer.email, type: 'reset' })
    await harness.ask(accounts.resetPassword, { email: customer.email, code, password: 'otro-paso-8' })
    customer = { ...customer, password: 'otro-paso-8' }
    expect(await login()).toMatchObject({ code: 2019 })
    expect(await login({ totp: codeAt(secret) })).toMatchObject({ code: 200 })
  })
})

describe('showing again who one is', () => {
  const verify = (proof: Readonly<{ password?: string; totp?: string; recoveryCode?: string }>) =>
    harness.call(security.verify, proof, customer.token)
  const remove = () => harness.call(security.removeAuthenticator, {}, customer.token)

  it('is asked for five minutes after the last time, with what the account has', async () => {
    const { secret } = await switchOn()
    await harness.pass(5 * MINUTE_MS)
    expect(await remove()).toMatchObject({ code: 2022, data: { password: false, authenticator: true, passkey: false } })
    expect(await verify({ password: customer.password })).toMatchObject({ code: 2019 })
    expect(await verify({ totp: wrongFor(secret) })).toMatchObject({ code: 2020 })
    const until = harness.app.wallClock.now() + 5 * MINUTE_MS
    expect(await verify({ totp: codeAt(secret) })).toMatchObject({ code: 200, data: { verifiedUntilTimestamp: until } })
    expect(await harness.ask(security.status, {}, customer.token)).toMatchObject({ verifiedUntilTimestamp: until })
    expect(await remove()).toMatchObject({ code: 200 })
  })

  it('is the password without a second factor', async () => {
    await harness.pass(5 * MINUTE_MS)
    const begin = () => harness.call(security.beginAuthenticator, {}, customer.token)
    expect(await begin()).toMatchObject({ code: 2022, data: { password: true, authenticator: false } })
    expect(await verify({})).toMatchObject({ code: 1001, data: { field: 'password' } })
    expect(await verify({ password: 'not-it-at-all' })).toMatchObject({ code: 2007 })
    expect(await verify({ password: customer.password })).toMatchObject({ code: 200 })
    expect(await begin()).toMatchObject({ code: 200 })
  })

  it('counts in the session it was given in, and in no other', async () => {
    const { secret } = await switchOn()
    const phone = await login({ totp: codeAt(secret) })
    await harness.pass(5 * MINUTE_MS)
    expect(await verify({ totp: codeAt(secret) })).toMatchObject({ code: 200 })
    expect(await harness.call(security.removeAuthenticator, {}, phone.data?.token ?? '')).toMatchObject({ code: 2022 })
  })

  it('with a password counts no more once a second factor is on', async () => {
    const phone = await login()
    await switchOn()
    expect(await harness.call(security.renewRecoveryCodes, {}, phone.data?.token ?? '')).toMatchObject({ code: 2022 })
  })

  it('cannot be guessed: five codes, then the right one waits too', async () => {
    const { secret } = await switchOn()
    for (let guess = 0; guess < 5; guess += 1) expect(await verify({ totp: wrongFor(secret) })).toMatchObject({ code: 2020 })
    expect(await verify({ totp: codeAt(secret) })).toMatchObject({ code: 2023 })
  })
})

describe('taking it away', () => {
  it('keeps money in for a day, is told of, and leaves no recovery code behind', async () => {
    await switchOn()
    expect(await harness.call(security.removeAuthenticator, {}, customer.token)).toMatchObject({ code: 200, data: true })
    expect((await harness.ask(accounts.me, {}, customer.token)).coolingEndTimestamp).toBe(harness.app.wallClock.now() + DAY_MS)
    expect(await newest()).toMatchObject({ title: 'Verificación en dos pasos desactivada' })
    expect(await harness.ask(security.status, {}, customer.token)).toMatchObject({ authenticator: 0, recoveryCodesLeft: 0 })
    expect(await login()).toMatchObject({ code: 200 })
    expect(await harness.call(security.removeAuthenticator, {}, customer.token)).toMatchObject({ code: 1002 })
  })

  it('new recovery codes replace the ones before', async () => {
    const { recoveryCodes: before } = await switchOn()
    const { recoveryCodes: after } = await harness.ask(security.renewRecoveryCodes, {}, customer.token)
    expect(after.filter((code) => before.includes(code))).toEqual([])
    expect(await login({ recoveryCode: before[0] ?? '' })).toMatchObject({ code: 2020 })
    expect(await login({ recoveryCode: after[0] ?? '' })).toMatchObject({ code: 200 })
  })
})

it('what protects the account is told by mail as well', async () => {
  await switchOn()
  await harness.app.mail.stop()
  const { rows } = await harness.app.pool.query<{ subject: string }>('select subject from mails where recipient = $1', [customer.email])
  expect(rows.map(({ subject }) => subject)).toContain('Verificación en dos pasos activada')
})
