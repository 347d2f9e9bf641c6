import { accounts } from '@rueda/contract/accounts.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { DAY_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Harness, deviceCookieOf, startHarness } from '../../testing/harness.ts'
import { statementOf } from '../../testing/statement-of.ts'
import { freshEmail, mailedCode, newRegistration } from '../../testing/registration.ts'
import { transferRoutes } from '../transfers/routes.ts'
import { walletRoutes } from '../wallets/routes.ts'
import { accountRoutes } from './routes.ts'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness({ features: (app) => [accountRoutes(app), walletRoutes(app), transferRoutes(app)] })
})
afterAll(() => harness.stop())

const codeFor = (email: string, type: 'register' | 'reset' = 'register') => mailedCode(harness, email, type)
const registration = (fields: Record<string, string> = {}) => newRegistration(harness, fields)

describe('a code by mail', () => {
  it('has six digits, is valid for five minutes and can be asked for again after one', async () => {
    const answer = await harness.ask(accounts.sendCode, { email: freshEmail(), type: 'register' })
    expect(answer).toEqual({ expireSeconds: 300, resendSeconds: 60, devCode: expect.stringMatching(/^\d{6}$/u) as string })
  })

  it('F10 is answered the same for an address that has an account', async () => {
    const { email } = await harness.newCustomer()
    const known = await harness.call(accounts.sendCode, { email, type: 'register' })
    const unknown = await harness.call(accounts.sendCode, { email: freshEmail(), type: 'register' })
    expect(Object.keys(known.data ?? {})).toEqual(Object.keys(unknown.data ?? {}))
    expect(known.status).toBe(unknown.status)
  })

  it('goes to the mailbox; who has an account is told so there instead', async () => {
    const [taken, free] = [await harness.newCustomer(), freshEmail()]
    await harness.app.mail.stop()
    await harness.app.pool.query('delete from mails')
    await codeFor(taken.email)
    const code = await codeFor(free)
    await codeFor(freshEmail(), 'reset')
    await harness.app.mail.stop()
    const { rows } = await harness.app.pool.query<{ recipient: string; subject: string; body: string }>(
      'select recipient, subject, body from mails order by recipient',
    )
    expect(rows).toHaveLength(2)
    expect(rows.find((mail) => mail.recipient === taken.email)?.subject).toBe('Ya tenés una cuenta en Rueda')
    expect(rows.find((mail) => mail.recipient === free)?.body).toContain(code)
  })

  it('is stored hashed', async () => {
    const email = freshEmail()
    const code = await codeFor(email)
    const { rows } = await harness.app.pool.query<{ row: string }>('select c::text as row from email_codes c where email = $1', [email])
    expect(rows).toHaveLength(1)
    expect(rows[0]?.row).not.toContain(`,${code},`)
  })

  it('is not shown to a caller who came through a proxy', async () => {
    const answer = await harness.call(accounts.sendCode, { email: freshEmail(), type: 'register' }, null, {
      'x-forwarded-for': '203.0.113.7',
    })
    expect(answer.data).toEqual({ expireSeconds: 300, resendSeconds: 60 })
  })

  it.each(['pay', 'withdraw', 'card'] as const)(
    'for the purpose %s is given to who is signed in, for the own address alone',
    async (type) => {
      const { email, token } = await harness.newCustomer()
      expect(await harness.call(accounts.sendCode, { email, type })).toMatchObject({ code: 401 })
      expect(await harness.call(accounts.sendCode, { email: freshEmail(), type }, token)).toMatchObject({
        code: 1000,
        data: { field: 'email' },
      })
      expect(await harness.call(accounts.sendCode, { email, type }, token)).toMatchObject({ code: 200 })
    },
  )
})

describe('registering', () => {
  const again = (asked: Awaited<ReturnType<typeof registration>>, key: string) =>
    harness.call(accounts.register, asked, null, { 'idempotency-key': key })

  it('sent again with its key comes in to the account it opened, once', async () => {
    const asked = await registration()
    const [first, second] = [await again(asked, 'lost-answer'), await again(asked, 'lost-answer')]
    expect(second).toMatchObject({ code: 200, data: { user: { id: first.data?.user.id } } })
    expect(second.data?.token).not.toBe(first.data?.token)
    expect(await again({ ...asked, password: 'otra-cosa-88' }, 'lost-answer')).toMatchObject({ code: 1004 })
    expect(await harness.call(accounts.register, asked)).toMatchObject({ code: 2003 })
    await harness.pass(DAY_MS)
    expect(await again(asked, 'lost-answer')).toMatchObject({ code: 2003 })
  })

  it('sent twice at once with one key opens one account', async () => {
    const asked = await registration()
    const answers = await Promise.all([again(asked, 'two-at-once'), again(asked, 'two-at-once')])
    const ids = new Set(answers.flatMap(({ code, data }) => (code === 200 ? [data?.user.id] : [])))
    expect(ids.size).toBe(1)
  })

  it('sent again comes in to nothing once the password is another', async () => {
    const asked = await registration()
    const { data } = await again(asked, 'before-change')
    const change = { oldPassword: asked.password, newPassword: 'nuevo-paso-91' }
    expect(await harness.ask(accounts.changePassword, change, data?.token ?? null)).toBe(true)
    expect(await again(asked, 'before-change')).toMatchObject({ code: 2000 })
  })

  it('opens an account with nine wallets and the practice money', async () => {
    const asked = await registration({ username: 'ana.perez.1', countryCode: 'AR' })
    const { token, expireTimestamp, user } = await harness.ask(accounts.register, { ...asked, confirmPassword: asked.password })
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/u)
    expect(expireTimestamp).toBe(harness.app.wallClock.now() + 90 * DAY_MS)
    expect(user).toMatchObject({
      username: 'ana.perez.1',
      email: asked.email,
      moneyMode: 'sim',
      frozen: 0,
      kycStatus: 0,
      kycReason: null,
      locale: 'es',
    })
    expect(user.id).toMatch(/^100\d{5}$/u)
    expect(user.inviteCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/u)
    const { wallets: all, totalAssets } = await harness.ask(wallets.all, {}, token)
    expect(all).toHaveLength(9)
    expect(totalAssets).toBe('100000.00')
  })

  it('keeps no token, no password and no code as it was sent', async () => {
    const asked = await registration()
    const { token } = await harness.ask(accounts.register, asked)
    const { rows } = await harness.app.pool.query<{ row: string }>(
      'select a::text || s::text as row from accounts a join sessions s using (account_id)',
    )
    expect(rows.some(({ row }) => row.includes(token) || row.includes(asked.password))).toBe(false)
  })

  it('takes an address once, however it is written', async () => {
    const { email } = await harness.newCustomer()
    await harness.pass(MINUTE_MS)
    expect(await harness.call(accounts.register, await registration({ email: email.toUpperCase() }))).toMatchObject({
      code: 2002,
      data: null,
    })
  })

  it('takes a user name once', async () => {
    await harness.ask(accounts.register, await registration({ username: 'juan_gomez' }))
    expect(await harness.call(accounts.register, await registration({ username: 'Juan_Gomez' }))).toMatchObject({ code: 2002 })
  })

  it('F23 opens one account for fifty registrations with one code', async () => {
    const asked = await registration()
    const answers = await Promise.all(Array.from({ length: 50 }, () => harness.call(accounts.register, asked)))
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1)
    const { rows } = await harness.app.pool.query('select from accounts where email = $1', [asked.email])
    expect(rows).toHaveLength(1)
  })

  it('F07 refuses a wrong code, and after five tries the right one too', async () => {
    const asked = await registration()
    const wrong = asked.code === '000000' ? '000001' : '000000'
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(await harness.call(accounts.register, { ...asked, code: wrong })).toMatchObject({ code: 2003 })
    }
    expect(await harness.call(accounts.register, asked)).toMatchObject({ code: 2003 })
  })

  it('F08 refuses a code after five minutes, a used one, an older one, and one for something else', async () => {
    const late = await registration()
    await harness.pass(5 * MINUTE_MS)
    expect(await harness.call(accounts.register, late)).toMatchObject({ code: 2003 })

    const used = await registration()
    await harness.ask(accounts.register, used)
    expect(await harness.call(accounts.register, used)).toMatchObject({ code: 2003 })

    const older = await registration()
    await codeFor(older.email)
    expect(await harness.call(accounts.register, older)).toMatchObject({ code: 2003 })

    const email = freshEmail()
    const forReset = await codeFor(email, 'reset')
    expect(await harness.call(accounts.register, { email, password: 'paso-a-paso-7', code: forReset })).toMatchObject({ code: 2003 })
    const other = await registration()
    expect(await harness.call(accounts.register, { ...other, email: freshEmail() })).toMatchObject({ code: 2003 })
  })

  it('F23 refuses an invitation that nobody gave, and notes one that somebody did', async () => {
    const asked = await registration()
    expect(await harness.call(accounts.register, { ...asked, inviteCode: '00000000' })).toMatchObject({ code: 2005 })
    const host = await harness.newCustomer()
    const { inviteCode } = await harness.ask(accounts.me, {}, host.token)
    const { user } = await harness.ask(accounts.register, { ...asked, inviteCode })
    const { rows } = await harness.app.pool.query<{ invited_by: bigint }>('select invited_by from accounts where account_id = $1', [
      user.id,
    ])
    expect(String(rows[0]?.invited_by)).toBe(host.accountId)
  })

  it('takes an invitation however it was written down', async () => {
    const host = await harness.newCustomer()
    await harness.app.pool.query("update accounts set invite_code = '7K0V1XJ4' where account_id = $1", [host.accountId])
    for (const inviteCode of ['7K0V1XJ4', '7k0v1xj4', '7KOVIXJ4', '7kOvlXj4'])
      expect(await harness.call(accounts.register, { ...(await registration()), inviteCode })).toMatchObject({ code: 200 })
    expect(await harness.ask(accounts.invite, {}, host.token)).toMatchObject({ invited: 4 })
  })

  it.each([
    ['short', 'length'],
    ['twenty-one-characters', 'length'],
    ['123456', 'common'],
    ['iloveyou', 'common'],
  ])('refuses the password %s: %s', async (password, reason) => {
    expect(await harness.call(accounts.register, { ...(await registration()), password })).toMatchObject({
      code: 2006,
      data: { field: 'password', reason },
    })
  })

  it('refuses two passwords that differ', async () => {
    const asked = { ...(await registration()), confirmPassword: 'paso-a-paso-8' }
    expect(await harness.call(accounts.register, asked)).toMatchObject({ code: 1000, data: { field: 'confirmPassword' } })
  })

  it('ignores what nobody may set for himself', async () => {
    const asked = { ...(await registration()), kycStatus: 2, balance: '1000000', id: '1', institution: 1, frozen: 0 }
    expect((await harness.ask(accounts.register, asked)).user).toMatchObject({ kycStatus: 0, institution: 0 })
  })
})

describe('a practice account', () => {
  it('is opened without a name, is new each time and has the practice money', async () => {
    const first = await harness.ask(accounts.practise, {})
    const second = await harness.ask(accounts.practise, {})
    expect(first.user.id).not.toBe(second.user.id)
    expect(first.user).toMatchObject({ email: '', username: null, nickname: first.user.id })
    expect((await harness.ask(wallets.all, {}, first.token)).totalAssets).toBe('100000.00')
  })

  it('cannot be logged in to', async () => {
    const { user } = await harness.ask(accounts.practise, {})
    expect(await harness.call(accounts.login, { username: user.id, password: 'anything' })).toMatchObject({ code: 2000 })
  })
})

describe('logging in', () => {
  it('works with the address, the user name and the account number', async () => {
    const asked = await registration({ username: 'maria_lopez' })
    const { user } = await harness.ask(accounts.register, asked)
    for (const username of [asked.email, asked.email.toUpperCase(), 'Maria_Lopez', user.id]) {
      expect((await harness.ask(accounts.login, { username, password: asked.password })).user.id).toBe(user.id)
    }
  })

  it('F15 gives a new token each time, whatever token came along', async () => {
    const { email, password, token } = await harness.newCustomer()
    const answer = await harness.call(accounts.login, { username: email, password }, token)
    expect(answer.data?.token).not.toBe(token)
  })

  it('F01 refuses a wrong password and an unknown name alike', async () => {
    const { email } = await harness.newCustomer()
    const wrong = await harness.call(accounts.login, { username: email, password: 'wrong-password' })
    const unknown = await harness.call(accounts.login, { username: freshEmail(), password: 'wrong-password' })
    expect(wrong.code).toBe(2000)
    expect([unknown.code, unknown.msg, unknown.data, unknown.status]).toEqual([wrong.code, wrong.msg, wrong.data, wrong.status])
  })

  it('F01 costs the same work whether somebody has the name or not: the same statements in the same order, and one hash', async () => {
    const { email } = await harness.newCustomer()
    const workOf = async (username: string) => {
      const asked = vi.spyOn(harness.app.pool, 'query')
      const hashed = vi.spyOn(harness.app.hashing, 'matches')
      expect(await harness.call(accounts.login, { username, password: 'wrong-password' })).toMatchObject({ code: 2000 })
      const work = {
        statements: asked.mock.calls.map(([query]: readonly unknown[]) => statementOf(query)),
        hashes: hashed.mock.calls.length,
      }
      asked.mockRestore()
      hashed.mockRestore()
      return work
    }
    // What the server asks by itself meanwhile only adds: of two tries the one with fewer statements is that of logging in.
    const leastWorkOf = async (username: string) => {
      const [one, other] = [await workOf(username), await workOf(username)]
      return one.statements.length <= other.statements.length ? one : other
    }
    const named = await leastWorkOf(email)
    expect(named).toMatchObject({ hashes: 1 })
    expect(named.statements.length).toBeGreaterThan(2)
    expect(await leastWorkOf(freshEmail())).toEqual(named)
  })

  it('is locked for fifteen minutes after five failures, for an unknown name too', async () => {
    const { email, password } = await harness.newCustomer()
    for (const username of [email, freshEmail()]) {
      for (let attempt = 0; attempt < 5; attempt += 1)
        expect(await harness.call(accounts.login, { username, password: 'wrong' })).toMatchObject({ code: 2000 })
      expect(await harness.call(accounts.login, { username, password })).toMatchObject({
        code: 2001,
        data: { retryAfterMs: 15 * MINUTE_MS },
      })
    }
    await harness.pass(15 * MINUTE_MS)
    expect(await harness.call(accounts.login, { username: email, password })).toMatchObject({ code: 200 })
  })

  it('is locked twice as long each time in a row, up to a day, and from the start again after a success', async () => {
    const { email, password } = await harness.newCustomer()
    const guessUntilLocked = async () => {
      for (let attempt = 0; attempt < 5; attempt += 1) await harness.call(accounts.login, { username: email, password: 'wrong' })
      const { data } = await harness.call(accounts.login, { username: email, password })
      return (data as unknown as { retryAfterMs: number }).retryAfterMs
    }
    for (const minutes of [15, 30, 60, 120, 240, 480, 960, 1440, 1440]) {
      expect(await guessUntilLocked()).toBe(minutes * MINUTE_MS)
      await harness.pass(minutes * MINUTE_MS)
    }
    expect(await harness.call(accounts.login, { username: email, password })).toMatchObject({ code: 200 })
    expect(await guessUntilLocked()).toBe(15 * MINUTE_MS)
  })

  it('F03 takes a hundred failures from strangers without a success and no more, until a new password is set', async () => {
    const { email, password } = await harness.newCustomer()
    const guess = (place: number, tried: string) =>
      harness.send({
        method: 'POST',
        url: '/web/loginByUsername',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ username: email, password: tried }),
        remoteAddress: `203.0.113.${place}`,
      })
    for (let failure = 0; failure < 100; failure += 1) {
      if (failure % 5 === 0) await harness.pass(DAY_MS)
      expect(await guess(failure, 'wrong'), String(failure)).toMatchObject({ code: 2000 })
    }
    await harness.pass(DAY_MS)
    expect(await guess(101, password)).toMatchObject({ code: 2001 })
    const code = await codeFor(email, 'reset')
    await harness.ask(accounts.resetPassword, { email, code, password: 'otro-paso-8' })
    expect(await guess(102, 'otro-paso-8')).toMatchObject({ code: 200 })
  })

  it('counts failures sent at the same time', async () => {
    const username = freshEmail()
    const answers = await Promise.all(Array.from({ length: 20 }, () => harness.call(accounts.login, { username, password: 'wrong' })))
    expect(answers.filter((answer) => answer.code === 2000)).toHaveLength(5)
    expect(answers.filter((answer) => answer.code === 2001)).toHaveLength(15)
  })

  it('F04 keeps the door open for a device that was in before, while a stranger is locked out', async () => {
    const { email, password, cookie } = await harness.newCustomer()
    const stranger = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/145.0' }
    for (let attempt = 0; attempt < 5; attempt += 1)
      await harness.call(accounts.login, { username: email, password: 'wrong' }, null, stranger)
    expect(await harness.call(accounts.login, { username: email, password }, null, stranger)).toMatchObject({ code: 2001 })
    expect(await harness.call(accounts.login, { username: email, password }, null, { cookie })).toMatchObject({ code: 200 })
  })

  it('forgets failures after a success', async () => {
    const { email, password } = await harness.newCustomer()
    for (let round = 0; round < 3; round += 1) {
      for (let attempt = 0; attempt < 4; attempt += 1) await harness.call(accounts.login, { username: email, password: 'wrong' })
      expect(await harness.call(accounts.login, { username: email, password })).toMatchObject({ code: 200 })
    }
  })

  it('F18 from a new device is told by mail, in the language of the account and not of who came in', async () => {
    const { email, password } = await harness.newCustomer()
    const phone = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1', 'language': 'en' }
    const first = await harness.call(accounts.login, { username: email, password }, null, phone)
    await harness.call(accounts.login, { username: email, password }, null, { ...phone, cookie: deviceCookieOf(first.headers) })
    await harness.app.mail.stop()
    const { rows } = await harness.app.pool.query<{ body: string }>(
      "select body from mails where recipient = $1 and subject = 'Ingreso desde un dispositivo nuevo'",
      [email],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.body).toContain('Safari · iOS')
  })
})

it('the app is told its version, its money and its venue', async () => {
  expect(await harness.ask(accounts.appVersion, { platform: 'web' })).toMatchObject({
    version: '0.1.0',
    forceUpdate: 0,
    moneyMode: 'sim',
    venue: 'SIM',
    practiceAccounts: 1,
    passwordMinLength: 6,
    passwordMaxLength: 20,
    tabOrder: 'trade-watchlist',
    framedHosts: [],
    scenario: null,
  })
})
