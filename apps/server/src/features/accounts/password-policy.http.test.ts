import { accounts } from '@rueda/contract/accounts.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { type Customer, type Harness, mailedCode, startHarness } from '../../testing/harness.ts'
import { createPasswordHashing } from './hashing.ts'

/** A password's length is checked when it is set and nowhere else; the app receives the rule of this server. */
let harness: Harness
afterEach(() => harness.stop())

const PUBLIC = { PUBLIC_URL: 'https://rueda.example', DEV_CODES: '', RATE_LIMITS: 'on', SIM_SEED: '' }
const STRONG = { PASSWORD_POLICY: 'strong' }

type Rule = readonly [string, Record<string, string>, number, number]
const rules: readonly Rule[] = [
  ['on a machine of one’s own', {}, 6, 20],
  ['with a public name', PUBLIC, 8, 64],
  ['strong', STRONG, 12, 128],
  ['strong with a public name', { ...PUBLIC, ...STRONG }, 12, 128],
]

/** Letters that no list has, and no two alike. */
const passwordOf = (length: number): string => 'vQx7-'.repeat(length).slice(0, length)

async function registerWith(email: string, password: string, token: string | null = null) {
  const { devCode } = await harness.ask(accounts.sendCode, { email, type: 'register' })
  const code = devCode ?? (await mailedCode(harness.app.pool, email))
  return harness.call(accounts.register, { email, password, code }, token)
}

/** A customer whose password is from before the rule. */
async function withOldPassword(password: string): Promise<Customer> {
  const email = 'old@example.org'
  const { data } = await registerWith(email, passwordOf(16))
  const accountId = data?.user.id ?? ''
  const hashed = await createPasswordHashing().hash(password)
  await harness.app.pool.query('update accounts set password_hash = $2 where account_id = $1', [accountId, hashed.busy ? '' : hashed.value])
  return { accountId, email, password, token: data?.token ?? '', cookie: '' }
}

describe.each(rules)('%s', (_, environment, low, high) => {
  it(`a password that is set has ${low} to ${high} characters, and the app is told so`, async () => {
    harness = await startHarness({ environment: { ...environment } })
    expect(await harness.ask(accounts.appVersion, {})).toMatchObject({ passwordMinLength: low, passwordMaxLength: high })
    const wrong = (field: string) => ({ code: 2006, data: { field, reason: 'length', low, high } })
    const lengths = [low - 1, high + 1].filter((length) => length <= MAX_INPUT)

    for (const [at, length] of lengths.entries())
      expect(await registerWith(`new${at}@example.org`, passwordOf(length))).toMatchObject(wrong('password'))
    expect(await registerWith('shortest@example.org', passwordOf(low))).toMatchObject({ code: 200 })
    expect(await registerWith('longest@example.org', passwordOf(high))).toMatchObject({ code: 200 })

    const { token: practice } = await harness.ask(accounts.practise, {})
    expect(await registerWith('kept@example.org', passwordOf(low - 1), practice)).toMatchObject(wrong('password'))

    const old = await withOldPassword('kQ7-x')
    const { email } = old
    for (const length of lengths) {
      const newPassword = passwordOf(length)
      expect(await harness.call(accounts.changePassword, { oldPassword: old.password, newPassword }, old.token)).toMatchObject(
        wrong('newPassword'),
      )
      expect(await harness.call(accounts.resetPassword, { email, password: newPassword, code: '000000' })).toMatchObject(wrong('password'))
    }
    // An accepted password goes on opening the account.
    const { token } = await harness.ask(accounts.login, { username: email, password: old.password })
    const change = { oldPassword: old.password, newPassword: passwordOf(low) }
    expect(await harness.call(accounts.changePassword, change, token)).toMatchObject({ code: 200 })
    expect(await harness.call(accounts.login, { username: email, password: passwordOf(low) })).toMatchObject({ code: 200 })
  })
})

/** No field takes more than this. */
const MAX_INPUT = 128
