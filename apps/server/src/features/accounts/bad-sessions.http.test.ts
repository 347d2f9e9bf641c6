import { accounts } from '@rueda/contract/accounts.ts'
import { contract } from '@rueda/contract/contract.ts'
import { security } from '@rueda/contract/security.ts'
import { refusals } from '@rueda/rules/refusals.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Harness, startHarness } from '../../testing/harness.ts'
import { hire, STAFF_COOKIE } from '../../testing/staff.ts'

/**
 * Classes of bad sign-ins and sessions (`docs/rules/bad-input.md` 10.F) that no other file has; all of them are listed in
 * `testing/bad-input-classes.test.ts`.
 */
let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())

it('F05 a password longer than the policy, up to a megabyte, is refused before anything is hashed', async () => {
  const { email, token, password } = await harness.newCustomer()
  const hashed = [vi.spyOn(harness.app.hashing, 'hash'), vi.spyOn(harness.app.hashing, 'matches')]
  for (const length of [129, 10_000, 60_000]) {
    const long = 'x'.repeat(length)
    expect(await harness.call(accounts.login, { username: email, password: long })).toMatchObject({ code: refusals['parameter.invalid'] })
    const changing = { oldPassword: password, newPassword: long }
    expect(await harness.call(accounts.changePassword, changing, token)).toMatchObject({ code: refusals['parameter.invalid'] })
  }
  const megabyte = { username: email, password: 'x'.repeat(1_048_576) }
  expect(await harness.call(accounts.login, megabyte)).toMatchObject({ status: 413 })
  expect(hashed.map((spy) => spy.mock.calls.length)).toEqual([0, 0])
  vi.restoreAllMocks()
})

it('F14 a session that staff ended opens nothing any more; one that was frozen reads and says so', async () => {
  const { token, accountId } = await harness.newCustomer()
  const { rows } = await harness.app.pool.query<{ session_id: string }>(
    `update sessions set ended_at = $2, ended_reason = 'staff' where account_id = $1 returning session_id::text`,
    [accountId, harness.app.wallClock.now()],
  )
  harness.app.sessions.ended(rows.map(({ session_id: sessionId }) => ({ accountId, sessionId })))
  expect(await harness.call(accounts.me, {}, token)).toMatchObject({ status: 403, code: 403 })
})

it('F17 the cookie of the staff opens nothing of the app, and neither does what is in it', async () => {
  const { cookie } = await hire(harness, ['admin'])
  expect(cookie.length).toBeGreaterThan(20)
  const named = `${STAFF_COOKIE}=${cookie}`
  for (const headers of [{ cookie: named }, { authorization: cookie }, { authorization: `Bearer ${cookie}` }, { authorization: named }]) {
    expect(await harness.call(accounts.me, {}, null, headers)).toMatchObject({ status: 401, code: 401 })
  }
})

it('F24 no call changes the address of an account: it is said when it opens, and never again', () => {
  const takesAddress = Object.values(contract)
    .flatMap((group) => Object.values(group))
    .filter(({ input }) => 'shape' in input && 'email' in (input.shape as object))
  expect(new Set(takesAddress.map(({ path }) => path))).toEqual(new Set(['/getEmailCode', '/register', '/resetPassword']))
})

it('F25 an account that closes in the middle of a session answers nothing from the next call on, and its sockets are told', async () => {
  const { token, accountId, password } = await harness.newCustomer()
  const ended: string[] = []
  const stop = harness.app.sessions.onEnded((session) => ended.push(session.accountId))
  await harness.ask(security.verify, { password }, token)
  await harness.ask(security.close, { leaveMoney: 1 }, token)
  stop()
  expect(await harness.call(accounts.me, {}, token)).toMatchObject({ status: 401 })
  expect(ended).toContain(accountId)
})

it.each([
  ['an operator', { $gt: '' }],
  ['a list', ['ana@example.org']],
  ['a number', 1],
  ['yes', true],
  ['nothing', null],
  ['the insides of objects', { toString: 'x', __proto__: { admin: true } }],
])('F26 %s in place of a name or a password is refused, and nobody is looked for', async (_, value) => {
  const asked = vi.spyOn(harness.app.pool, 'query')
  for (const body of [
    { username: value, password: 'x' },
    { username: 'ana@example.org', password: value },
  ]) {
    const answer = await harness.send({ method: 'POST', url: '/web/loginByUsername', payload: body })
    expect([refusals['parameter.invalid'], refusals['parameter.missing']]).toContain(answer.code)
  }
  expect(asked).not.toHaveBeenCalled()
  asked.mockRestore()
})
