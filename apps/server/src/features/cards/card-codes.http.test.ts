import { accounts } from '@rueda/contract/accounts.ts'
import { cards } from '@rueda/contract/cards.ts'
import { messages } from '@rueda/contract/messages.ts'
import { security } from '@rueda/contract/security.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { DAY_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { ADDRESS, BANK, PAY_PASSWORD, newWithdrawer } from '../../testing/withdrawals.ts'

/** A customer who has mailed codes on for the destinations of money (`docs/rules/cards.md` O.17). */
let harness: Harness
let customer: Customer
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())
beforeEach(async () => {
  customer = await newWithdrawer(harness)
  expect(await harness.ask(security.setCardCodes, { on: 1 }, customer.token)).toEqual({ cardCodes: 1 })
})

type Given = Omit<Parameters<typeof harness.call<typeof cards.add>>[1], 'payPassword'>
const add = (given: Given, key: string = crypto.randomUUID()) =>
  harness.call(cards.add, { ...given, payPassword: PAY_PASSWORD }, customer.token, { 'idempotency-key': key })
async function mailed(type: 'card' | 'withdraw' = 'card'): Promise<string> {
  return (await harness.ask(accounts.sendCode, { email: customer.email, type }, customer.token)).devCode ?? ''
}
const refused = (name: Parameters<typeof codeOf>[0]) => ({ code: codeOf(name) })
const status = () => harness.ask(security.status, {}, customer.token)
const told = async () => (await harness.ask(messages.list, { pageSize: 1 }, customer.token)).list[0]?.title

it('are off until their owner wants them', async () => {
  const other = await newWithdrawer(harness)
  expect(await harness.ask(security.status, {}, other.token)).toMatchObject({ cardCodes: 0 })
  expect(await harness.call(cards.add, { ...BANK, payPassword: PAY_PASSWORD }, other.token)).toMatchObject({ code: 200 })
  expect(await status()).toMatchObject({ cardCodes: 1 })
  expect(await told()).toBe('Código por e-mail activado')
})

it('are asked for by a new destination and by another version of one', async () => {
  expect(await add(BANK)).toMatchObject({ ...refused('parameter.missing'), data: { field: 'code' } })
  expect(await add({ ...BANK, code: '000000' })).toMatchObject(refused('code.wrong'))
  expect(await add({ ...BANK, code: await mailed('withdraw') })).toMatchObject(refused('code.wrong'))
  const { data } = await add({ ...BANK, code: await mailed() })
  await harness.app.pool.query("update cards set status = 'active' where id = $1", [data?.id])
  const update = (code?: string) =>
    harness.call(cards.update, { ...BANK, id: data?.id ?? '', payPassword: PAY_PASSWORD, ...(code && { code }) }, customer.token)
  expect(await update()).toMatchObject(refused('parameter.missing'))
  expect(await update(await mailed())).toMatchObject({ code: 200, data: { id: data?.id } })
})

it('serve once, but only what was saved uses one up', async () => {
  const code = await mailed()
  expect(await add({ ...BANK, cardNo: '2850590940090418135202', code })).toMatchObject(refused('card.checksum'))
  expect(await add({ ...BANK, code }, 'bank')).toMatchObject({ code: 200 })
  expect(await add({ ...ADDRESS, code })).toMatchObject(refused('code.wrong'))
  expect(await add({ ...BANK, code }, 'bank')).toMatchObject({ code: 200 })
})

it('one code sent twice at once saves one destination', async () => {
  const code = await mailed()
  const answers = await Promise.all([add({ ...BANK, code }), add({ ...ADDRESS, code })])
  expect(answers.map((answer) => answer.code).toSorted((a, b) => a - b)).toEqual([200, codeOf('code.wrong')])
})

it('end with the day’s pause for money, and only who shows again who that is ends them', async () => {
  await harness.pass(5 * MINUTE_MS)
  const end = () => harness.call(security.setCardCodes, { on: 0 }, customer.token)
  expect(await end()).toMatchObject(refused('step_up.required'))
  await harness.ask(security.verify, { password: customer.password }, customer.token)
  expect(await end()).toMatchObject({ data: { cardCodes: 0 } })
  expect(await told()).toBe('Código por e-mail desactivado')
  expect(await add(BANK)).toMatchObject({
    ...refused('security.cooling_off'),
    data: { coolingEndTimestamp: harness.app.wallClock.now() + DAY_MS },
  })
  expect(await end()).toMatchObject({ data: { cardCodes: 0 } })
})

it('are nothing for a practice account, which has no mailbox', async () => {
  const { token } = await harness.ask(accounts.practise, {})
  expect(await harness.call(security.setCardCodes, { on: 1 }, token)).toMatchObject(refused('feature.disabled'))
})
