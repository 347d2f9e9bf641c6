import { accounts } from '@rueda/contract/accounts.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PROOF_LIFE_MS } from '../../http/gate.ts'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'

/** The user name: chosen after registering too, one for one account, and a name to log in with. */
let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())

const choose = ({ token }: Pick<Customer, 'token'>, username: string) => harness.call(accounts.chooseUsername, { username }, token)
const login = (username: string, password: string) => harness.call(accounts.login, { username, password })

it('is chosen, shown, and signs in however it is written; the one before does not any more', async () => {
  const customer = await harness.newCustomer()
  expect(await choose(customer, 'Gaucho_99')).toMatchObject({ code: 200, data: { username: 'Gaucho_99' } })
  expect(await harness.ask(accounts.me, {}, customer.token)).toMatchObject({ username: 'Gaucho_99', nickname: 'Gaucho_99' })
  expect(await login('gaucho_99', customer.password)).toMatchObject({ code: 200 })
  expect(await choose(customer, 'Gaucho_2026')).toMatchObject({ code: 200 })
  expect(await login('Gaucho_99', customer.password)).toMatchObject({ code: 2000 })
  for (const name of ['GAUCHO_2026', customer.email]) expect(await login(name, customer.password)).toMatchObject({ code: 200 })
})

it('belongs to one account, also where two choose it at once', async () => {
  const both = [await harness.newCustomer(), await harness.newCustomer()]
  const answers = await Promise.all(both.map((customer, at) => choose(customer, at === 0 ? 'boleadoras' : 'BOLEADORAS')))
  expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 2002])
})

it.each(['eight_8c', 'fourteen_14_ch', '1234567890', 'with space', 'ana@example', 'ñandú_del_sur'])('is not "%s"', async (name) => {
  const customer = await harness.newCustomer()
  expect(await choose(customer, name)).toMatchObject({ code: 1000, data: { field: 'username' } })
  expect(await harness.ask(accounts.me, {}, customer.token)).toMatchObject({ username: null })
})

it('asks who is there after five minutes, and is none of a practice account’s', async () => {
  const customer = await harness.newCustomer()
  await harness.pass(PROOF_LIFE_MS)
  expect(await choose(customer, 'late_gaucho')).toMatchObject({ code: 2022 })
  expect(await choose(await harness.ask(accounts.practise, {}), 'late_gaucho')).toMatchObject({ code: 1006 })
})
