import { audit } from '@rueda/contract/admin/audit.ts'
import { cases } from '@rueda/contract/admin/cases.ts'
import { deposits as review } from '@rueda/contract/admin/deposits.ts'
import { deposits } from '@rueda/contract/deposits.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { formOf, picture, uploadOf } from '../../testing/pictures.ts'
import { passIdentity } from '../../testing/identity.ts'
import { expectSoundBooks } from '../../testing/sound-books.ts'
import { type StaffCaller, hire } from '../../testing/staff.ts'
import { followDeposits } from './follow.ts'

/** A wire of 100 dollars, which rules never credit, claimed by a cashier. */
let harness: Harness
let customer: Customer
let cashier: StaffCaller
let depositId: string
let caseId: string

beforeAll(async () => {
  harness = await startHarness()
  cashier = await hire(harness, ['cashier'])
})
beforeEach(async () => {
  customer = await harness.newCustomer()
  depositId = (await harness.ask(deposits.simulate, { channelId: 'USD-WIRE', amount: '100' }, customer.token)).id
  await harness.pass(5 * MINUTE_MS)
  await followDeposits(harness.app)
  await followDeposits(harness.app)
  caseId = await queued()
  await cashier.ask(cases.claim, { id: caseId })
})
afterAll(async () => {
  await expectSoundBooks(harness.app.pool)
  await harness.stop()
})

const queue = async () =>
  (await cashier.ask(cases.list, { kind: 'deposit', state: 'open' })).list.filter(({ subjectId }) => subjectId === depositId)
const queued = async () => {
  const [one, ...more] = await queue()
  expect(more).toEqual([])
  return one?.id ?? ''
}
/** Takes the deposit back after its money has gone elsewhere; the case that follows is claimed. */
async function recalledWhenSpent(): Promise<string> {
  const { withdrawable } = await harness.ask(wallets.one, { walletType: 'US_WALLET' }, customer.token)
  await harness.ask(transfers.create, { fromWalletType: 'US_WALLET', toWalletType: 'STOCK', amount: withdrawable }, customer.token)
  await harness.ask(deposits.recall, { id: depositId }, customer.token)
  await followDeposits(harness.app)
  await followDeposits(harness.app)
  const caseOfShortfall = await queued()
  await cashier.ask(cases.claim, { id: caseOfShortfall })
  return caseOfShortfall
}
const cash = async () => (await harness.ask(wallets.one, { walletType: 'US_WALLET' }, customer.token)).balance
const row = async () => (await harness.ask(deposits.list, { id: depositId }, customer.token)).list[0]
const refused = (name: Parameters<typeof codeOf>[0]) => ({ code: codeOf(name) })

it('stands in the queue with what arrived and what a person should look at', async () => {
  expect(await queue()).toMatchObject([{ amount: '100.00', currency: 'USD', riskFlags: ['UNANNOUNCED', 'ABOVE_LIMIT', 'NO_PROOF'] }])
})

it('shows the bank’s own line beside who the customer is', async () => {
  await passIdentity(harness, customer.accountId, 'Ana Pérez')
  expect(await cashier.ask(review.open, { id: caseId })).toMatchObject({
    accountId: customer.accountId,
    holder: 'Ana Pérez',
    line: { amount: '100.00', currency: 'USD', reference: expect.stringContaining('LINE-') },
    deposit: { id: depositId, state: 'arrived' },
    proofLink: null,
    proofSeenBefore: 0,
    postings: [
      {
        journal: 'J02',
        lines: [
          { account: 'H:BANK:USD', asset: 'USD', amount: '-100.00' },
          { account: 'U:US_WALLET:CASH', asset: 'USD', amount: '100.00' },
        ],
      },
    ],
  })
})

it('credits the line as it is, once, and leaves a trace', async () => {
  const decision = { id: caseId, decision: 'credit', reason: 'review' } as const
  expect(await cashier.ask(review.decide, decision)).toMatchObject({ state: 'credited', creditedAmount: '100.00' })
  expect(await cash()).toBe('50100.00')
  expect(await cashier.call(review.decide, decision)).toMatchObject(refused('case.closed'))
  expect(await cash()).toBe('50100.00')
  expect(await queue()).toEqual([])
  const auditor = await hire(harness, ['auditor'])
  const { list } = await auditor.ask(audit.list, {})
  expect(list.filter(({ subject }) => subject === `deposit:${depositId}`).map(({ power }) => power)).toContain('deposits.decide')
})

it('takes no amount: the bank’s line is all there is to say of it', async () => {
  const decision = { id: caseId, decision: 'credit', reason: 'review', amount: '100000', credited: '100000' } as const
  expect(await cashier.ask(review.decide, decision)).toMatchObject({ creditedAmount: '100.00' })
})

it('sends it back with a reason that the customer reads', async () => {
  expect(await cashier.call(review.decide, { id: caseId, decision: 'reject', reason: 'review' })).toMatchObject(
    refused('parameter.missing'),
  )
  await cashier.ask(review.decide, { id: caseId, decision: 'reject', depositReason: 'RETURNED', reason: 'review' })
  expect(await row()).toMatchObject({ status: 3, reason: 'RETURNED' })
  expect(await cash()).toBe('50000.00')
})

it('is decided by whoever has claimed it, and by cashiers alone', async () => {
  const [another, support] = [await hire(harness, ['cashier']), await hire(harness, ['support'])]
  const decision = { id: caseId, decision: 'credit', reason: 'review' } as const
  expect(await another.call(review.decide, decision)).toMatchObject(refused('case.not_claimed'))
  expect(await support.call(review.decide, decision)).toMatchObject(refused('staff.role_missing'))
  expect(await cash()).toBe('50000.00')
})

it('leaves the queue when the bank takes it back', async () => {
  await harness.ask(deposits.recall, { id: depositId }, customer.token)
  expect(await cashier.call(review.decide, { id: caseId, decision: 'credit', reason: 'review' })).toMatchObject(refused('object.not_found'))
  await followDeposits(harness.app)
  expect(await queue()).toEqual([])
})

it('what was taken back and was no longer there is a case of its own, until a person ends it', async () => {
  await cashier.ask(review.decide, { id: caseId, decision: 'credit', reason: 'review' })
  const short = await recalledWhenSpent()
  expect(await cashier.ask(review.open, { id: short })).toMatchObject({
    deposit: { state: 'reversed', creditedAmount: '100.00', shortfall: '100.00', reason: 'RECALLED' },
    postings: [],
  })
  const decide = (decision: 'credit' | 'reject' | 'settle') =>
    cashier.call(review.decide, { id: short, decision, depositReason: 'RETURNED', reason: 'review' })
  for (const decision of ['credit', 'reject'] as const)
    expect(await decide(decision)).toMatchObject({ ...refused('parameter.invalid'), data: { field: 'decision' } })
  expect(await decide('settle')).toMatchObject({ code: 200, data: { state: 'reversed' } })
  await followDeposits(harness.app)
  expect(await queue()).toEqual([])
})

it('a line that is still to be decided is not settled', async () =>
  expect(await cashier.call(review.decide, { id: caseId, decision: 'settle', reason: 'review' })).toMatchObject(
    refused('parameter.invalid'),
  ))

it('a coin’s screenshot is kept beside its transaction, and is there for staff', async () => {
  const { data } = await harness.send(uploadOf(customer.token, formOf({ content: await picture() })))
  const { url } = data as { url: string }
  const sent = { channelId: 'USDT-TRC20', amount: '100', proofImg: url } as const
  expect(await harness.ask(deposits.create, { ...sent, txHash: 'ab'.repeat(32) }, customer.token)).toMatchObject({
    txHash: 'ab'.repeat(32),
    proofImg: url,
  })
  depositId = (await harness.ask(deposits.create, { ...sent, amount: '200' }, customer.token)).id
  await harness.ask(deposits.simulate, { channelId: 'USDT-TRC20', amount: '200' }, customer.token)
  await harness.pass(2 * MINUTE_MS)
  await followDeposits(harness.app)
  await followDeposits(harness.app)
  expect(await row()).toMatchObject({ proofImg: url, state: 'credited' })
  // A coin is a case for staff only when it was taken back after it was spent.
  const short = await recalledWhenSpent()
  expect(await cashier.ask(review.open, { id: short })).toMatchObject({
    deposit: { state: 'reversed', proofImg: url },
    proofLink: expect.stringContaining('/file/'),
  })
})
