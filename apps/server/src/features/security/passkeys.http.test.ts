import { accounts } from '@rueda/contract/accounts.ts'
import { messages } from '@rueda/contract/messages.ts'
import { security } from '@rueda/contract/security.ts'
import { DAY_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { type Spoilt, type VirtualDevice, virtualDevice } from '../../testing/virtual-device.ts'

/** Passkeys (`docs/rules/bad-input.md` F21). One part of an answer that does not match makes the whole a wrong one. */
let harness: Harness
let customer: Customer
let device: VirtualDevice
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())
beforeEach(async () => {
  customer = await harness.newCustomer()
  device = virtualDevice()
})

const challengeOf = ({ options }: Readonly<{ options: Record<string, unknown> }>): string => String(options['challenge'])

async function add(from: VirtualDevice = device, { token }: Customer = customer, spoilt: Spoilt = {}) {
  const begun = await harness.ask(security.beginPasskey, {}, token)
  const made = { challengeId: begun.challengeId, name: 'Mi teléfono', id: from.id, response: from.make(challengeOf(begun), spoilt) }
  return { made, answer: await harness.call(security.addPasskey, made, token) }
}

async function login(from: VirtualDevice = device, spoilt: Spoilt = {}) {
  const begun = await harness.ask(accounts.beginPasskeyLogin, {})
  const signed = { challengeId: begun.challengeId, id: from.id, response: from.answer(challengeOf(begun), spoilt) }
  return { signed, answer: await harness.call(accounts.passkeyLogin, signed) }
}

const newest = async () => (await harness.ask(messages.list, { pageSize: 1 }, customer.token)).list[0]

describe('a passkey', () => {
  it('is kept under its name, told of, and logs in without a password', async () => {
    expect((await add()).answer).toMatchObject({ code: 200, data: { name: 'Mi teléfono', synced: 0, lastUseTimestamp: null } })
    expect(await newest()).toMatchObject({ title: 'Llave de acceso agregada' })
    const { answer } = await login()
    expect(answer).toMatchObject({ code: 200, data: { user: { id: customer.accountId } } })
    const { passkeys } = await harness.ask(security.status, {}, answer.data?.token ?? '')
    expect(passkeys).toMatchObject([{ name: 'Mi teléfono', lastUseTimestamp: harness.app.wallClock.now() }])
  })

  it('needs no second factor beside it, for it is two in one', async () => {
    await add()
    await harness.app.pool.query("insert into authenticators (account_id, secret, begun_at, confirmed_at) values ($1, '', 1, 1)", [
      customer.accountId,
    ])
    expect((await login()).answer).toMatchObject({ code: 200 })
  })

  it('is asked for with nothing that tells who has one', async () => {
    await add()
    const { options } = await harness.ask(accounts.beginPasskeyLogin, {})
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
    expect(options['allowCredentials']).toBeUndefined()
  })

  it('is not offered to a practice account', async () => {
    const { token } = await harness.ask(accounts.practise, {})
    expect(await harness.call(security.beginPasskey, {}, token)).toMatchObject({ code: 1006 })
  })

  it('is one of ten at most', async () => {
    for (let made = 0; made < 10; made += 1) expect((await add(virtualDevice())).answer).toMatchObject({ code: 200 })
    expect(await harness.call(security.beginPasskey, {}, customer.token)).toMatchObject({ code: 2025, data: { num: 10 } })
  })

  it('is taken away, with money staying in for a day', async () => {
    const { answer } = await add()
    const other = await harness.newCustomer()
    const id = answer.data?.id ?? ''
    expect(await harness.call(security.removePasskey, { id }, other.token)).toMatchObject({ code: 1002 })
    expect(await harness.call(security.removePasskey, { id }, customer.token)).toMatchObject({ code: 200 })
    expect((await harness.ask(accounts.me, {}, customer.token)).coolingEndTimestamp).toBe(harness.app.wallClock.now() + DAY_MS)
    expect(await newest()).toMatchObject({ title: 'Llave de acceso eliminada' })
    expect((await login()).answer).toMatchObject({ code: 2000 })
  })
})

describe('F21 a wrong answer to a new passkey', () => {
  it.each<[string, Spoilt]>([
    ['of another site', { origin: 'https://rueda.example' }],
    ['for another site', { rpId: 'rueda.example' }],
    ['of a device that was not unlocked', { unlocked: false }],
  ])('%s is refused', async (_, spoilt) => {
    expect((await add(device, customer, spoilt)).answer).toMatchObject({ code: 2024 })
  })

  it('is refused the second time, for another account, late, or of a passkey that somebody has', async () => {
    const { made } = await add()
    expect(await harness.call(security.addPasskey, made, customer.token)).toMatchObject({ code: 2024 })
    const other = await harness.newCustomer()
    expect((await add(device, other)).answer).toMatchObject({ code: 2024 })
    const begun = await harness.ask(security.beginPasskey, {}, customer.token)
    const fresh = virtualDevice()
    const answer = { challengeId: begun.challengeId, name: 'x', id: fresh.id, response: fresh.make(challengeOf(begun)) }
    expect(await harness.call(security.addPasskey, answer, other.token)).toMatchObject({ code: 2024 })
    const late = await harness.ask(security.beginPasskey, {}, customer.token)
    await harness.pass(5 * MINUTE_MS)
    await harness.ask(security.verify, { password: customer.password }, other.token)
    expect(
      await harness.call(
        security.addPasskey,
        { challengeId: late.challengeId, name: 'x', id: fresh.id, response: fresh.make(challengeOf(late)) },
        other.token,
      ),
    ).toMatchObject({ code: 2024 })
  })

  it('is refused when the challenge is another one', async () => {
    const begun = await harness.ask(security.beginPasskey, {}, customer.token)
    const answer = { challengeId: begun.challengeId, name: 'x', id: device.id, response: device.make('AAAA') }
    expect(await harness.call(security.addPasskey, answer, customer.token)).toMatchObject({ code: 2024 })
  })
})

describe('F21 a wrong answer at the login', () => {
  it.each<[string, Spoilt]>([
    ['of another site', { origin: 'https://rueda.example' }],
    ['for another site', { rpId: 'rueda.example' }],
    ['of a device that was not unlocked', { unlocked: false }],
  ])('%s is refused', async (_, spoilt) => {
    await add()
    expect((await login(device, spoilt)).answer).toMatchObject({ code: 2000 })
  })

  it('is refused the second time it is sent', async () => {
    await add()
    const { signed } = await login()
    expect(await harness.call(accounts.passkeyLogin, signed)).toMatchObject({ code: 2000 })
  })

  it('is refused of a copy of the device, whose count stands behind', async () => {
    await add()
    expect((await login(device, { counter: 7 })).answer).toMatchObject({ code: 200 })
    expect((await login(device, { counter: 7 })).answer).toMatchObject({ code: 2000 })
    expect((await login(device, { counter: 6 })).answer).toMatchObject({ code: 2000 })
    expect((await login(device, { counter: 8 })).answer).toMatchObject({ code: 200 })
  })

  it('is refused of a device that nobody has, and of another one under its name', async () => {
    await add()
    expect((await login(virtualDevice())).answer).toMatchObject({ code: 2000 })
    const impostor = { ...virtualDevice(), id: device.id }
    expect((await login(impostor)).answer).toMatchObject({ code: 2000 })
  })

  it('is refused when it is nothing of the kind', async () => {
    await add()
    const begun = await harness.ask(accounts.beginPasskeyLogin, {})
    const response = { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' }
    expect(await harness.call(accounts.passkeyLogin, { challengeId: begun.challengeId, id: device.id, response })).toMatchObject({
      code: 2000,
    })
  })
})

describe('showing again who one is with it', () => {
  const prove = async ({ token }: Customer, from: VirtualDevice) => {
    const begun = await harness.ask(security.beginPasskeyProof, {}, token)
    const passkey = { challengeId: begun.challengeId, id: from.id, response: from.answer(challengeOf(begun)) }
    return harness.call(security.verify, { passkey }, token)
  }

  it('takes the account’s own, and nobody else’s', async () => {
    const { answer } = await add()
    const other = await harness.newCustomer()
    const foreign = virtualDevice()
    await add(foreign, other)
    await harness.pass(5 * MINUTE_MS)
    const remove = () => harness.call(security.removePasskey, { id: answer.data?.id ?? '' }, customer.token)
    expect(await remove()).toMatchObject({ code: 2022, data: { passkey: true, password: true } })
    expect(await prove(customer, foreign)).toMatchObject({ code: 2024 })
    expect(await prove(customer, device)).toMatchObject({ code: 200 })
    expect(await remove()).toMatchObject({ code: 200 })
  })

  it('is not asked of an account without one', async () => {
    expect(await harness.call(security.beginPasskeyProof, {}, customer.token)).toMatchObject({ code: 1002 })
  })
})

it('holds a house with a public name to that name', async () => {
  const named = await startHarness({ environment: { PUBLIC_URL: 'https://rueda.example', DEV_CODES: '', RATE_LIMITS: 'on', SIM_SEED: '' } })
  const { token } = await named.newCustomer()
  const ask = async (origin: string) => {
    const begun = await named.ask(security.beginPasskey, {}, token)
    const made = virtualDevice()
    const response = made.make(challengeOf(begun), { origin, rpId: 'rueda.example' })
    return named.call(security.addPasskey, { challengeId: begun.challengeId, name: 'x', id: made.id, response }, token)
  }
  expect(await ask('https://rueda.example')).toMatchObject({ code: 200 })
  for (const origin of ['http://rueda.example', 'https://rueda.example:8443', 'https://sub.rueda.example', 'http://localhost:8080'])
    expect(await ask(origin)).toMatchObject({ code: 2024 })
  await named.stop()
})
