import { accounts } from '@rueda/contract/accounts.ts'
import { staff } from '@rueda/contract/admin/staff.ts'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Customer, type Harness, deviceCookieOf, mailedCode, requestOf, startHarness } from '../../testing/harness.ts'
import { CONSOLE_HEADERS, STAFF_PASSWORD, cookieOf, hire } from '../../testing/staff.ts'

/** Somebody who knows an address, a name and nothing else, has many addresses of his own, and wants its owner kept out. */
let harness: Harness
beforeAll(async () => {
  harness = await startHarness({ environment: { RATE_LIMITS: 'on' } })
})
afterAll(() => harness.stop())

const PAY = 'clave-de-salida-1'

type From = Readonly<{ address: string; cookie?: string; token?: string }>

function post(path: string, input: Record<string, unknown>, { address, cookie, token }: From) {
  const headers = { 'content-type': 'application/json', ...(cookie && { cookie }), ...(token && { authorization: token }) }
  return harness.send({ method: 'POST', url: `/web${path}`, payload: JSON.stringify(input), remoteAddress: address, headers })
}

/** One of many networks, another one each time. */
let places = 0
const somewhere = (): string => `2001:db8:${(places += 1).toString(16)}::7`
/** The owner sits at this machine, where codes are shown. */
const OWN = '127.0.0.2'

describe('codes', () => {
  let owner: Customer
  beforeAll(async () => {
    owner = await harness.newCustomer()
    await harness.pass(MINUTE_MS)
  })
  const ask = (type: string, from: From) => post('/getEmailCode', { email: owner.email, type }, from)

  it('for what only the owner can do are not sent for anybody else', async () => {
    const other = await harness.newCustomer()
    for (const type of ['pay', 'withdraw', 'card']) {
      expect(await ask(type, { address: somewhere() })).toMatchObject({ status: 401 })
      expect(await ask(type, { address: somewhere(), token: other.token })).toMatchObject({ code: 1000 })
      expect(await ask(type, { address: OWN, token: owner.token })).toMatchObject({ code: 200 })
    }
  })

  it('that strangers ask for do not use up those of a device that the account knows, nor make them worthless', async () => {
    const asked = await ask('reset', { address: OWN, cookie: owner.cookie })
    expect(asked).toMatchObject({ code: 200 })
    const { devCode: code } = asked.data as { devCode?: string }
    for (let tries = 0; tries < 25; tries += 1) await ask('reset', { address: somewhere() })
    expect(await ask('reset', { address: somewhere() })).toMatchObject({ code: 2004 })
    for (let guess = 0; guess < 6; guess += 1)
      await post('/resetPassword', { email: owner.email, code: '000000', password: 'paso-robado-1' }, { address: somewhere() })
    // From the owner's own network too, as long as the cookie is not theirs.
    for (let guess = 0; guess < 6; guess += 1)
      await post('/resetPassword', { email: owner.email, code: '000000', password: 'paso-robado-1' }, { address: OWN })
    const set = { email: owner.email, code, password: 'otro-paso-8' }
    expect(await post('/resetPassword', set, { address: somewhere(), cookie: owner.cookie })).toMatchObject({ code: 200 })
    await harness.pass(MINUTE_MS)
    expect(await ask('reset', { address: OWN, cookie: owner.cookie })).toMatchObject({ code: 200 })
  })

  it('serve who asked for them and nobody else, on a device or in a network', async () => {
    const email = 'neu@example.org'
    const asked = await post('/getEmailCode', { email, type: 'register' }, { address: OWN })
    const { devCode: code } = asked.data as { devCode?: string }
    const registration = { email, code, password: 'paso-a-paso-7' }
    expect(await post('/register', registration, { address: somewhere() })).toMatchObject({ code: 2003 })
    expect(await post('/register', registration, { address: somewhere(), cookie: deviceCookieOf(asked.headers) })).toMatchObject({
      code: 200,
    })
    expect(await mailedCode(harness.app.pool, email)).toBe(code)
  })
})

describe('logins', () => {
  it('of a known device go on, from any address, while strangers guess from everywhere and from the same one', async () => {
    const owner = await harness.newCustomer()
    const login = (password: string, from: From) => post('/loginByUsername', { username: owner.email, password }, from)
    for (let guess = 0; guess < 60; guess += 1) await login('wrong', { address: somewhere() })
    expect(await login(owner.password, { address: somewhere() })).toMatchObject({ code: 2001 })
    for (let guess = 0; guess < 6; guess += 1) await login('wrong', { address: OWN })
    expect(await login(owner.password, { address: OWN })).toMatchObject({ code: 1003 })
    expect(await login(owner.password, { address: OWN, cookie: owner.cookie })).toMatchObject({ code: 200 })
    expect(await login(owner.password, { address: somewhere(), cookie: owner.cookie })).toMatchObject({ code: 200 })
  })

  it('with many devices of one’s own are as few as without', async () => {
    const owner = await harness.newCustomer()
    const address = somewhere()
    const devices = await Promise.all(Array.from({ length: 8 }, () => post('/practiceAccount', {}, { address: somewhere() })))
    const answers: number[] = []
    for (const { headers } of devices) {
      const cookie = deviceCookieOf(headers)
      answers.push((await post('/loginByUsername', { username: owner.email, password: 'wrong' }, { address, cookie })).code)
    }
    expect(answers).toEqual([...Array<number>(5).fill(2000), ...Array<number>(3).fill(1003)])
  })

  it('count a network of IPv6 as one', async () => {
    const at = (host: number) => post('/loginByUsername', {}, { address: `2001:db8:ffff:1::${host}` })
    for (let host = 1; host <= 5; host += 1) expect(await at(host)).toMatchObject({ code: 1001 })
    expect(await at(6)).toMatchObject({ code: 1003 })
    expect(await post('/loginByUsername', {}, { address: '2001:db8:ffff:2::1' })).toMatchObject({ code: 1001 })
  })
})

describe('the transaction password', () => {
  it('goes on serving the device that has shown it, while a stolen session guesses', async () => {
    const owner = await harness.newCustomer()
    const change = (old: string, next: string, token: string) =>
      post('/updatePayPassword', { oldPayPassword: old, payPassword: next }, { address: somewhere(), token })
    await harness.ask(accounts.createPayPassword, { payPassword: PAY }, owner.token)
    expect(await change(PAY, 'clave-de-salida-2', owner.token)).toMatchObject({ code: 200 })
    const stolen = await post('/loginByUsername', { username: owner.email, password: owner.password }, { address: somewhere() })
    const { token } = stolen.data as { token: string }
    for (let guess = 0; guess < 5; guess += 1) expect(await change(`wrong-${guess}`, 'x-clave-9', token)).toMatchObject({ code: 2009 })
    expect(await change('wrong-9', 'x-clave-9', token)).toMatchObject({ code: 2010 })
    expect(await change('clave-de-salida-2', 'clave-de-salida-3', owner.token)).toMatchObject({ code: 200 })
  })
})

describe('staff', () => {
  it('sign in from a device they used, while strangers guess from everywhere and from the same address', async () => {
    const member = await hire(harness, ['support'])
    const signIn = (input: Record<string, unknown>, { address, cookie }: From) =>
      harness.send({
        ...requestOf(staff.signIn, { email: member.email, ...input }, '/admin'),
        remoteAddress: address,
        headers: { ...CONSOLE_HEADERS, ...(cookie && { cookie }) },
      })
    const right = () => ({ password: STAFF_PASSWORD, code: member.code() })
    const first = await signIn(right(), { address: somewhere() })
    const cookie = deviceCookieOf(first.headers)
    expect(cookieOf(first)).toMatch(/^[\w-]{43}$/u)
    for (let guess = 0; guess < 60; guess += 1) await signIn({ password: 'wrong' }, { address: somewhere() })
    for (let guess = 0; guess < 6; guess += 1) await signIn({ password: 'wrong' }, { address: OWN })
    await harness.pass(MINUTE_MS)
    expect(await signIn(right(), { address: somewhere() })).toMatchObject({ code: 2001 })
    expect(await signIn(right(), { address: OWN, cookie })).toMatchObject({ code: 200 })
    expect(await signIn(right(), { address: somewhere(), cookie })).toMatchObject({ code: 200 })
  })
})
