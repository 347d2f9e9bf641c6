import { accounts } from '@rueda/contract/accounts.ts'
import { DAY_MS, SECOND_MS } from '@rueda/rules/time.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from '../../testing/harness.ts'
import { accountRoutes } from './routes.ts'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness({ features: (app) => [accountRoutes(app)] })
})
afterAll(() => harness.stop())

let addresses = 0
const freshEmail = () => `person${(addresses += 1)}@example.org`

const codeFor = async (email: string, type: 'register' | 'reset' = 'register') =>
  (await harness.ask(accounts.sendCode, { email, type })).devCode ?? ''

async function registration(fields: Record<string, string> = {}) {
  const email = fields['email'] ?? freshEmail()
  return { email, password: 'paso-a-paso-7', code: await codeFor(email), ...fields }
}

describe('a session', () => {
  it('answers who is signed in', async () => {
    const { token, email, accountId } = await harness.newCustomer()
    expect(await harness.ask(accounts.me, {}, token)).toMatchObject({ id: accountId, userNo: accountId, email })
    expect(await harness.ask(accounts.me, {}, `Bearer ${token}`)).toMatchObject({ id: accountId })
  })

  it('F14 ends by logging out', async () => {
    const { token } = await harness.newCustomer()
    expect(await harness.ask(accounts.logout, {}, token)).toBe(true)
    expect(await harness.call(accounts.me, {}, token)).toMatchObject({ status: 401, code: 401 })
  })

  it('F14 ends after thirty days without use, and after ninety in any case', async () => {
    const [idle, busy] = [await harness.newCustomer(), await harness.newCustomer()]
    for (let step = 0; step < 3; step += 1) {
      await harness.pass(29 * DAY_MS)
      expect(await harness.call(accounts.me, {}, busy.token)).toMatchObject({ code: 200 })
    }
    expect(await harness.call(accounts.me, {}, idle.token)).toMatchObject({ status: 401 })
    await harness.pass(3 * DAY_MS)
    expect(await harness.call(accounts.me, {}, busy.token)).toMatchObject({ status: 401 })
  })

  it('F18 is listed with its device, and can be ended from another one, which the ended one is told', async () => {
    const { email, password, token } = await harness.newCustomer()
    await harness.pass(SECOND_MS)
    const phone = await harness.call(accounts.login, { username: email, password }, null, {
      'user-agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/142.0',
    })
    const listed = await harness.ask(accounts.sessions, {}, token)
    expect(listed.map(({ device, place, current }) => [device, place, current])).toEqual([
      ['Chrome · Android', 'machine', 0],
      ['—', 'machine', 1],
    ])
    const id = listed[0]?.id ?? ''
    expect(await harness.call(accounts.revokeSession, { id }, (await harness.newCustomer()).token)).toMatchObject({
      status: 200,
      code: 1002,
    })
    expect(await harness.ask(accounts.revokeSession, { id }, token)).toEqual({ revoked: 1 })
    expect(await harness.call(accounts.revokeSession, { id }, token)).toMatchObject({ code: 1002 })
    expect(await harness.call(accounts.me, {}, phone.data?.token ?? '')).toMatchObject({ status: 403, code: 403 })
  })

  it('ends all others at once', async () => {
    const { email, password, token } = await harness.newCustomer()
    const other = await harness.ask(accounts.login, { username: email, password })
    expect(await harness.ask(accounts.revokeSession, { others: 1 }, token)).toEqual({ revoked: 1 })
    expect(await harness.call(accounts.me, {}, other.token)).toMatchObject({ status: 403 })
    expect(await harness.call(accounts.me, {}, token)).toMatchObject({ code: 200 })
    expect(await harness.call(accounts.revokeSession, {}, token)).toMatchObject({ code: 1001, data: { field: 'id' } })
  })

  it('F19 is one of twenty at most; the one unused for longest ends', async () => {
    const { email, password, token } = await harness.newCustomer()
    for (let device = 0; device < 20; device += 1) {
      await harness.pass(SECOND_MS)
      await harness.ask(accounts.login, { username: email, password })
    }
    expect(await harness.call(accounts.me, {}, token)).toMatchObject({ status: 401 })
  })

  it('F14 of a frozen account stays, and says so', async () => {
    const { token, accountId } = await harness.newCustomer()
    await harness.app.pool.query('update account_states set frozen_at = 1 where account_id = $1', [accountId])
    harness.app.sessions.changed(accountId)
    expect(await harness.ask(accounts.me, {}, token)).toMatchObject({ frozen: 1 })
  })
})

describe('a password', () => {
  it('F14 is changed with the old one, and ends all other sessions', async () => {
    const { email, password, token } = await harness.newCustomer()
    const other = await harness.ask(accounts.login, { username: email, password })
    expect(
      await harness.ask(
        accounts.changePassword,
        { oldPassword: password, newPassword: 'otro-paso-8', confirmPassword: 'otro-paso-8' },
        token,
      ),
    ).toBe(true)
    expect(await harness.call(accounts.me, {}, other.token)).toMatchObject({ status: 401 })
    expect(await harness.call(accounts.me, {}, token)).toMatchObject({ code: 200 })
    expect(await harness.call(accounts.login, { username: email, password })).toMatchObject({ code: 2000 })
    expect(await harness.call(accounts.login, { username: email, password: 'otro-paso-8' })).toMatchObject({ code: 200 })
  })

  it('is not changed with a wrong old one, a weak new one or two that differ', async () => {
    const { email, password, token } = await harness.newCustomer()
    expect(await harness.call(accounts.changePassword, { oldPassword: 'wrong', newPassword: 'otro-paso-8' }, token)).toMatchObject({
      code: 2007,
    })
    expect(
      await harness.call(accounts.changePassword, { oldPassword: password, newPassword: email.split('@')[0] ?? '' }, token),
    ).toMatchObject({
      code: 2006,
      data: { field: 'newPassword' },
    })
    expect(
      await harness.call(accounts.changePassword, { oldPassword: password, newPassword: 'otro-paso-8', confirmPassword: 'x' }, token),
    ).toMatchObject({
      code: 1000,
      data: { field: 'confirmPassword' },
    })
  })

  it('cannot be guessed from a stolen session', async () => {
    const { password, token } = await harness.newCustomer()
    for (let attempt = 0; attempt < 5; attempt += 1)
      await harness.call(accounts.changePassword, { oldPassword: 'wrong', newPassword: 'otro-paso-8' }, token)
    expect(await harness.call(accounts.changePassword, { oldPassword: password, newPassword: 'otro-paso-8' }, token)).toMatchObject({
      code: 1003,
    })
  })

  it('F11 that was forgotten is set with a mailed code, and ends all sessions', async () => {
    const { email, token } = await harness.newCustomer()
    const code = await codeFor(email, 'reset')
    expect(await harness.call(accounts.resetPassword, { email, code, password: '123456' })).toMatchObject({ code: 2006 })
    expect(await harness.call(accounts.resetPassword, { email, code, password: 'otro-paso-8', confirmPassword: 'x' })).toMatchObject({
      code: 1000,
    })
    expect(await harness.ask(accounts.resetPassword, { email, code, password: 'otro-paso-8' })).toBe(true)
    expect(await harness.call(accounts.me, {}, token)).toMatchObject({ status: 401 })
    expect(await harness.call(accounts.resetPassword, { email, code, password: 'otro-paso-9' })).toMatchObject({ code: 2003 })
    expect(await harness.call(accounts.login, { username: email, password: 'otro-paso-8' })).toMatchObject({ code: 200 })
  })

  it('F10 of an account that is not there is refused like a wrong code', async () => {
    const email = freshEmail()
    const code = await codeFor(email, 'reset')
    expect(await harness.call(accounts.resetPassword, { email, code, password: 'otro-paso-8' })).toMatchObject({ code: 2003 })
  })

  it('is kept exactly as it was typed', async () => {
    const asked = await registration({ password: ' paso 👍🏽 ñandú ' })
    await harness.ask(accounts.register, asked)
    expect(await harness.call(accounts.login, { username: asked.email, password: asked.password.trim() })).toMatchObject({ code: 2000 })
    expect(await harness.call(accounts.login, { username: asked.email, password: asked.password })).toMatchObject({ code: 200 })
  })
})
