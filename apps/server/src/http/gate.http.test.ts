import { accounts } from '@rueda/contract/accounts.ts'
import { contract } from '@rueda/contract/contract.ts'
import { type Endpoint, endpoint, protectedInput } from '@rueda/contract/endpoint.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { ok } from '@rueda/rules/result.ts'
import { DAY_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { accountRoutes } from '../features/accounts/routes.ts'
import { allFeatures } from '../features/all.ts'
import { type Customer, type Harness, requestOf, startHarness } from '../testing/harness.ts'
import { sampleInput } from '../testing/samples.ts'
import { PAY_PASSWORD, choosePayPassword as chooseIn } from '../testing/withdrawals.ts'
import { PROOF_LIFE_MS } from './gate.ts'
import { routes } from './routes.ts'

/** Requirements of endpoints besides a session (`docs/rules/api.md` 0.3), on two that return what reaches their handler. */
const identified = endpoint({
  method: 'POST',
  path: '/test/identified',
  access: 'identified',
  summary: 'Says that the handler ran',
  input: z.object({ word: z.string() }),
  data: z.string(),
})
const guarded = endpoint({
  method: 'POST',
  path: '/test/protected',
  access: 'protected',
  summary: 'Says what the handler was given, and how it would recognise the request',
  input: z.object({ word: z.string(), ...protectedInput }),
  data: z.string(),
})

let harness: Harness
let customer: Customer
let hashes: string[] = []
beforeAll(async () => {
  const sample = routes(
    { identified, guarded },
    {
      identified: ({ input }) => ok(JSON.stringify(input)),
      guarded: ({ input, idempotency }) => {
        hashes.push(idempotency.bodyHash)
        return ok(JSON.stringify(input))
      },
    },
  )
  harness = await startHarness({ features: (app) => [accountRoutes(app), sample] })
})
afterAll(() => harness.stop())
beforeEach(async () => {
  customer = await harness.newCustomer()
  hashes = []
})

const identify = (status: 'passed' | 'pending' = 'passed') =>
  harness.app.pool.query('update accounts set kyc_status = $2 where account_id = $1', [customer.accountId, status])
const choosePayPassword = () => chooseIn(harness, customer)
/** Signs in anew, which proves the customer's identity for the next minutes. */
const signInAgain = async (password: string): Promise<void> => {
  const { token } = await harness.ask(accounts.login, { username: customer.email, password })
  customer = { ...customer, token }
}
const callIdentified = () => harness.call(identified, { word: 'x' }, customer.token)
const callProtected = (payPassword = PAY_PASSWORD) => harness.call(guarded, { word: 'x', payPassword }, customer.token)

async function freeze(): Promise<void> {
  await harness.app.pool.query('update account_states set frozen_at = 1 where account_id = $1', [customer.accountId])
  harness.app.sessions.changed(customer.accountId)
}

describe('an identified call', () => {
  it('asks for an identity that was checked; one that is being checked is not', async () => {
    expect(await callIdentified()).toMatchObject({ status: 200, code: 2011, data: {} })
    await identify('pending')
    expect(await callIdentified()).toMatchObject({ code: 2011 })
    await identify()
    expect(await callIdentified()).toMatchObject({ code: 200, data: '{"word":"x"}' })
  })

  it('is not for a frozen account, and not held up by the cooling-off', async () => {
    await identify()
    await harness.ask(accounts.changePassword, { oldPassword: customer.password, newPassword: 'otro-paso-8' }, customer.token)
    expect(await callIdentified()).toMatchObject({ code: 200 })
    await freeze()
    expect(await callIdentified()).toMatchObject({ status: 200, code: 2018 })
  })
})

describe('a protected call', () => {
  it('asks for identity, cooling-off and transaction password in this order, and tells the first thing missing', async () => {
    await harness.ask(accounts.changePassword, { oldPassword: customer.password, newPassword: 'otro-paso-8' }, customer.token)
    expect(await callProtected()).toMatchObject({ code: 2011 })
    await identify()
    const end = harness.app.wallClock.now() + DAY_MS
    expect(await callProtected()).toMatchObject({ code: 2017, data: { coolingEndTimestamp: end, retryAfterMs: DAY_MS } })
    await harness.pass(DAY_MS)
    expect(await callProtected()).toMatchObject({ code: 2008 })
    await signInAgain('otro-paso-8')
    await choosePayPassword()
    expect(await callProtected('another-one-1')).toMatchObject({ code: 2009 })
    expect(await callProtected()).toMatchObject({ code: 200 })
  })

  it('keeps the transaction password from the handler and from what requests are recognised by', async () => {
    await identify()
    await choosePayPassword()
    expect(await callProtected()).toMatchObject({ data: '{"word":"x"}' })
    await harness.ask(accounts.changePayPassword, { oldPayPassword: PAY_PASSWORD, payPassword: 'clave-de-salida-2' }, customer.token)
    await harness.pass(DAY_MS)
    expect(await callProtected('clave-de-salida-2')).toMatchObject({ code: 200 })
    expect(new Set(hashes).size).toBe(1)
  })

  it('is locked for half an hour after five wrong passwords, wherever they were tried', async () => {
    await identify()
    await choosePayPassword()
    for (let guess = 0; guess < 5; guess += 1) expect(await callProtected(`wrong-${guess}`)).toMatchObject({ code: 2009 })
    const retryAfterMs = 30 * MINUTE_MS
    expect(await callProtected()).toMatchObject({ code: 2010, data: { retryAfterMs } })
    const change = { oldPayPassword: PAY_PASSWORD, payPassword: 'clave-de-salida-2' }
    expect(await harness.call(accounts.changePayPassword, change, customer.token)).toMatchObject({ code: 2010 })
    await harness.pass(retryAfterMs)
    expect(await callProtected()).toMatchObject({ code: 200 })
  })

  it('is not for a frozen account, whatever else it shows', async () => {
    await identify()
    await choosePayPassword()
    await freeze()
    expect(await callProtected()).toMatchObject({ status: 200, code: 2018 })
    expect(hashes).toEqual([])
  })
})

describe('with a second factor', () => {
  it('a protected call asks for a proof not older than five minutes as well, before the transaction password', async () => {
    await identify()
    await choosePayPassword()
    await harness.pass(5 * MINUTE_MS)
    expect(await callProtected()).toMatchObject({ code: 200 })
    await harness.app.pool.query("insert into authenticators (account_id, secret, begun_at, confirmed_at) values ($1, '', 1, 1)", [
      customer.accountId,
    ])
    expect(await callProtected('wrong-one-1')).toMatchObject({ code: 2022, data: { password: false, authenticator: true } })
  })
})

describe('of the whole contract', () => {
  const all = Object.values(contract).flatMap((group): Endpoint[] => Object.values(group))
  const asking = all.filter(({ access }) => access === 'identified' || access === 'protected')
  const ask = async (whole: Harness, one: Endpoint, { token }: Customer) =>
    (await whole.send({ ...requestOf(one, sampleInput(one)), headers: { authorization: token } })).code

  it('every call that asks for identity refuses who has none; every protected one refuses who has no transaction password', async () => {
    const whole = await startHarness({ features: allFeatures })
    const stranger = await whole.newCustomer()
    const known = await whole.newCustomer()
    await whole.app.pool.query("update accounts set kyc_status = 'passed' where account_id = $1", [known.accountId])
    for (const one of asking) {
      expect([one.path, await ask(whole, one, stranger)]).toEqual([one.path, codeOf('kyc.required')])
      if (one.access === 'protected') expect([one.path, await ask(whole, one, known)]).toEqual([one.path, codeOf('pay_password.missing')])
    }
    await whole.stop()
  })

  it('every call that asks for a proof of who is there asks for a fresh one', async () => {
    const whole = await startHarness({ features: allFeatures })
    const stale = await whole.newCustomer()
    await whole.pass(PROOF_LIFE_MS)
    for (const one of all.filter(({ stepUp }) => stepUp))
      expect([one.path, await ask(whole, one, stale)]).toEqual([one.path, codeOf('step_up.required')])
    await whole.stop()
  })
})
