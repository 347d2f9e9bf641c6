import { approvals } from '@rueda/contract/admin/approvals.ts'
import { cases } from '@rueda/contract/admin/cases.ts'
import { withdrawalReviews } from '@rueda/contract/admin/withdrawals.ts'
import { accounts } from '@rueda/contract/accounts.ts'
import { messages } from '@rueda/contract/messages.ts'
import { type Withdrawal, withdrawals } from '@rueda/contract/withdrawals.ts'
import { type Currency, formatMinor } from '@rueda/rules/money.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { expectSoundBooks } from '../../testing/sound-books.ts'
import { type StaffCaller, hire } from '../../testing/staff.ts'
import { ADDRESS, PAY_PASSWORD, addUsableCard, newWithdrawer, passWithdrawals } from '../../testing/withdrawals.ts'
import { keepWithdrawalCases } from './decisions.ts'

/** Withdrawals that the rules left to people, and the people. */
let harness: Harness
let customer: Customer
let cardId: string
let ana: StaffCaller
let bea: StaffCaller
beforeAll(async () => {
  harness = await startHarness()
})
beforeEach(async () => {
  customer = await newWithdrawer(harness)
  cardId = await addUsableCard(harness, customer, ADDRESS)
  ana = await hire(harness, ['cashier'])
  bea = await hire(harness, ['cashier'])
})
afterAll(async () => {
  await expectSoundBooks(harness.app.pool)
  await harness.stop()
})

const keep = () => keepWithdrawalCases(harness.app, harness.app.wallClock.now())
const row = async (id: string) => (await harness.ask(withdrawals.detail, { id }, customer.token)) as Withdrawal
const why = { reason: 'review' } as const

/** Six thousand dollars that wait for two people. */
async function queued(amount = '6000'): Promise<Readonly<{ id: string; caseId: string }>> {
  const code = (await harness.ask(accounts.sendCode, { email: customer.email, type: 'withdraw' }, customer.token)).devCode ?? ''
  const asked = { walletType: 'US_WALLET', type: 'vm', cardId, amount, code, payPassword: PAY_PASSWORD } as const
  const { id } = await harness.ask(withdrawals.apply, asked, customer.token)
  await passWithdrawals(harness, 5 * MINUTE_MS)
  await keep()
  await ana.signIn()
  await bea.signIn()
  const { list } = await ana.ask(cases.list, { kind: 'withdrawal', state: 'open' })
  return { id, caseId: list.find(({ subjectId }) => subjectId === id)?.id ?? '' }
}
const approve = async (who: StaffCaller, caseId: string) => {
  await who.ask(cases.claim, { id: caseId })
  return who.call(withdrawalReviews.approve, { ...why, id: caseId })
}

it('above five thousand leaves when two people asked for it, and not for one who asks twice', async () => {
  const { id, caseId } = await queued()
  expect(await approve(ana, caseId)).toMatchObject({ code: 200, data: { state: 'waiting' } })
  expect(await row(id)).toMatchObject({ status: 1 })
  expect(await approve(ana, caseId)).toMatchObject({ code: codeOf('approval.same_person') })
  await ana.call(cases.release, { id: caseId })
  expect(await approve(bea, caseId)).toMatchObject({ code: 200, data: { state: 'done' } })
  expect(await row(id)).toMatchObject({ status: 2, payoutStatus: 1 })
  await passWithdrawals(harness, MINUTE_MS)
  const paid = await row(id)
  expect(paid).toMatchObject({ payoutStatus: 2 })
  expect(paid.timeline.map(({ kind, by }) => `${kind} ${by}`)).toEqual([
    'requested customer',
    'queued rules',
    'approved staff',
    'sent payout',
  ])
})

it('is told to the second person with its amount and its destination, and with the case in which it is decided', async () => {
  const { id, caseId } = await queued()
  await approve(ana, caseId)
  const asked = (await bea.ask(approvals.list, {})).find(({ payload }) => payload['id'] === caseId)
  const { account } = await row(id)
  expect(asked).toMatchObject({ accountId: customer.accountId, canApprove: 1 })
  expect(asked?.about).toEqual({
    ...{ kind: 'case', caseId, queue: 'withdrawal', amount: '6000.00', currency: 'USD', destination: account, riskFlags: ['ABOVE_LIMIT'] },
  })
})

it('is refused with a reason that its customer reads, and its money is free again', async () => {
  const { id, caseId } = await queued()
  await ana.ask(cases.claim, { id: caseId })
  const refusing = { ...why, id: caseId, reasonCode: 'DESTINATION_UNSAFE' } as const
  expect(await ana.call(withdrawalReviews.refuse, refusing)).toMatchObject({ code: 200, data: { state: 'done' } })
  expect(await row(id)).toMatchObject({ status: 3, payoutStatus: 0, reason: 'DESTINATION_UNSAFE' })
  const { list } = await harness.ask(messages.list, { type: 'withdraw' }, customer.token)
  expect(list[0]?.title).toBe('Retiro rechazado')
  expect(await bea.call(withdrawalReviews.approve, { ...why, id: caseId })).toMatchObject({ code: codeOf('case.closed') })
})

it('taken back by its customer it leaves the queue, and nobody can let it go any more', async () => {
  const { id, caseId } = await queued()
  await approve(ana, caseId)
  await harness.ask(withdrawals.cancel, { id }, customer.token)
  await bea.call(cases.claim, { id: caseId })
  expect(await bea.call(withdrawalReviews.approve, { ...why, id: caseId })).toMatchObject({ code: codeOf('withdrawal.not_cancellable') })
  await keep()
  expect((await ana.ask(cases.list, { kind: 'withdrawal', state: 'open' })).list.map(({ subjectId }) => subjectId)).not.toContain(id)
  expect(await row(id)).toMatchObject({ status: 4 })
})

it('shows who decides what the rules found, and no address', async () => {
  const { id, caseId } = await queued()
  const { list } = await ana.ask(cases.list, { kind: 'withdrawal', least: '5000.01' })
  expect(list.find((row) => row.id === caseId)).toMatchObject({ amount: '6000.00', currency: 'USD', riskFlags: ['ABOVE_LIMIT'] })
  await ana.ask(cases.claim, { id: caseId })
  const opened = await ana.ask(withdrawalReviews.open, { ...why, accountId: customer.accountId, withdrawalId: id })
  expect(opened).toMatchObject({ findings: ['ABOVE_LIMIT'], approvalsNeeded: 2, person: 'Juan Pérez', holder: null })
  expect(JSON.stringify(opened)).not.toContain(ADDRESS.address)
})

it('shows what the payout will leave in the wallet and post, and then posts exactly that', async () => {
  const { id, caseId } = await queued()
  const opened = await ana.ask(withdrawalReviews.open, { ...why, accountId: customer.accountId, withdrawalId: id })
  expect(opened.wallet).toEqual({ currency: 'USD', cash: '44000.00', hold: '6000.00', cashAfter: '44000.00', holdAfter: '0.00' })
  expect(opened.destination).toMatchObject({ isNew: 0, paidBefore: 0 })
  expect(opened.signIns).toEqual([{ device: expect.any(String), timestamp: expect.any(Number), ended: null }])
  expect(opened.postings.map(({ journal }) => journal)).toEqual(['J11', 'J12'])
  await approve(ana, caseId)
  await approve(bea, caseId)
  await passWithdrawals(harness, MINUTE_MS)
  expect(await postedBy(id)).toEqual(opened.postings)
})

it('says that a pause is on only while it is', async () => {
  const { id } = await queued()
  const pausedUntil = async (until: number) => {
    await harness.app.pool.query('update accounts set cooling_until = $2 where account_id = $1', [customer.accountId, until])
    return (await ana.ask(withdrawalReviews.open, { ...why, accountId: customer.accountId, withdrawalId: id })).coolingEndTimestamp
  }
  const now = harness.app.wallClock.now()
  expect(await pausedUntil(now + MINUTE_MS)).toBe(now + MINUTE_MS)
  expect(await pausedUntil(now)).toBeNull()
  await harness.ask(withdrawals.cancel, { id }, customer.token)
})

it('names who asked for it first, and says who may be the second', async () => {
  const { id, caseId } = await queued()
  const open = (who: StaffCaller) => who.ask(withdrawalReviews.open, { ...why, accountId: customer.accountId, withdrawalId: id })
  expect((await open(bea)).waiting).toBeNull()
  await approve(ana, caseId)
  const maker = { makerName: expect.stringContaining('Staff'), payload: { ...why, id: caseId } }
  expect((await open(ana)).waiting).toMatchObject({ ...maker, canApprove: 0 })
  expect((await open(bea)).waiting).toMatchObject({ ...maker, canApprove: 1 })
  await harness.ask(withdrawals.cancel, { id }, customer.token)
})

/** The entries of the payout as the ledger has them. */
async function postedBy(id: string): Promise<unknown> {
  const { rows } = await harness.app.pool.query<{ journal: string; accounts: string[]; assets: string[]; amounts: bigint[] }>(
    `select journal, accounts, assets, amounts from entries where cause_id = $1 and journal in ('J11', 'J12') order by sequence`,
    [id],
  )
  return rows.map(({ journal, accounts: touched, assets, amounts }) => ({
    journal,
    lines: touched.map((account, place) => {
      const asset = assets[place] ?? ''
      return { account, asset, amount: formatMinor(BigInt(amounts[place] ?? 0n), asset as Currency) }
    }),
  }))
}

it('the database pays nothing above five thousand that two people did not ask for', async () => {
  const { id } = await queued()
  const forced = harness.app.pool.query(`update withdrawals set status = 'sending', examined_at = 1 where id = $1`, [id])
  await expect(forced).rejects.toThrow('takes two persons')
  await harness.ask(withdrawals.cancel, { id }, customer.token)
})
