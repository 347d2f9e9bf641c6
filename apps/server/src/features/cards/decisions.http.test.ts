import { cardReviews } from '@rueda/contract/admin/cards.ts'
import { cases } from '@rueda/contract/admin/cases.ts'
import { cards } from '@rueda/contract/cards.ts'
import { messages } from '@rueda/contract/messages.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { type StaffCaller, hire } from '../../testing/staff.ts'
import { BANK, PAY_PASSWORD, newWithdrawer } from '../../testing/withdrawals.ts'
import { reviewCards } from './review.ts'

/** An account of Ivan Perez, whose customer's papers say Juan Pérez. */
let harness: Harness
let customer: Customer
let ana: StaffCaller
let id: string
let caseId: string
beforeAll(async () => {
  harness = await startHarness()
})
beforeEach(async () => {
  customer = await newWithdrawer(harness)
  id = (await harness.ask(cards.add, { ...BANK, accountName: 'Ivan Perez', payPassword: PAY_PASSWORD }, customer.token)).id
  await harness.pass(5 * MINUTE_MS)
  await reviewCards(harness.app, harness.app.wallClock.now())
  ana = await hire(harness, ['cashier'])
  const { list } = await ana.ask(cases.list, { kind: 'card', state: 'open' })
  caseId = list.find(({ subjectId }) => subjectId === id)?.id ?? ''
})
afterAll(() => harness.stop())

const why = { reason: 'review' } as const
const own = async () => (await harness.ask(cards.list, {}, customer.token))[0]

it('is shown to whoever has claimed its case, with both names and a masked number', async () => {
  await ana.ask(cases.claim, { id: caseId })
  const opened = await ana.ask(cardReviews.open, { ...why, id: caseId })
  expect(opened).toMatchObject({ holder: 'Ivan Perez', person: 'Juan Pérez', card: { cardNo: '••••5201' } })
  expect(JSON.stringify(opened)).not.toContain(BANK.cardNo)
})

it('is taken, and its customer is told', async () => {
  await ana.ask(cases.claim, { id: caseId })
  expect(await ana.call(cardReviews.decide, { ...why, id: caseId, decision: 'approve' })).toMatchObject({ code: 200 })
  expect(await own()).toMatchObject({ status: 1, inQueue: 0 })
  const { list } = await harness.ask(messages.list, { type: 'security' }, customer.token)
  expect(list[0]?.title).toBe('Destino verificado')
})

it('is refused for a reason that is named', async () => {
  expect(await ana.call(cardReviews.decide, { ...why, id: caseId, decision: 'approve' })).toMatchObject({
    code: codeOf('case.not_claimed'),
  })
  await ana.ask(cases.claim, { id: caseId })
  expect(await ana.call(cardReviews.decide, { ...why, id: caseId, decision: 'refuse' })).toMatchObject({ code: 1001 })
  await ana.ask(cardReviews.decide, { ...why, id: caseId, decision: 'refuse', reasonCode: 'HOLDER_MISMATCH' })
  expect(await own()).toMatchObject({ status: 3, reason: 'HOLDER_MISMATCH' })
})

it('deleted by its customer it leaves the queue', async () => {
  await harness.ask(cards.remove, { id, payPassword: PAY_PASSWORD }, customer.token)
  const { list } = await ana.ask(cases.list, { kind: 'card', state: 'open' })
  expect(list.map(({ subjectId }) => subjectId)).not.toContain(id)
})
