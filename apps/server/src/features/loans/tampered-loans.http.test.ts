import { cases } from '@rueda/contract/admin/cases.ts'
import { loanDesk } from '@rueda/contract/admin/loans.ts'
import type { InputOf } from '@rueda/contract/endpoint.ts'
import { loans } from '@rueda/contract/loans.ts'
import { orders } from '@rueda/contract/orders.ts'
import { DAY_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FullApp } from '../../app.ts'
import { type Customer, type Harness, TEST_MOMENT, startHarness } from '../../testing/harness.ts'
import { openDay } from '../../testing/open-days.ts'
import { hire } from '../../testing/staff.ts'
import { findingsAfter } from '../../testing/tamper.ts'
import { PAY_PASSWORD, newWithdrawer } from '../../testing/withdrawals.ts'
import { loanJobs } from './jobs.ts'
import { keepLoanCases, reviewLoans } from './review.ts'

/** An operator with the whole database in hand who makes a loan cheaper, dearer, longer or over by a row: the checks see it. */
let harness: Harness
let ana: Customer
let ben: Customer
const OLD = 8 * DAY_MS
/** Longer than a loan runs. */
const ALL_ALONG = 400 * DAY_MS
const CASH = { type: 'cash', ref: 'US_WALLET', quantity: '30000' } as const

beforeAll(async () => {
  harness = await startHarness()
  harness.market.bids = [['100.00', 100_000]]
  harness.market.asks = [['100.00', 100_000]]
  harness.market.last = '100.00'
  harness.market.sessions = [openDay('2026-11-18', 0, ALL_ALONG), openDay('2026-11-30', TEST_MOMENT + OLD + DAY_MS, ALL_ALONG)]
  ana = await newWithdrawer(harness)
  ben = await newWithdrawer(harness)
  await harness.pass(OLD)
  await harness.ask(orders.create, { stockCode: 'TEST', direction: 0, orderType: 0, quantity: '100' } as never, ana.token)
  await harness.pass(2 * DAY_MS)
  await apply(ana, { productId: 'd30', amount: '5000', collateral: [{ type: 'stock', ref: 'US:TEST', quantity: '100' }] })
  const { id } = await apply(ben, { productId: 'd7', amount: '20000', collateral: [CASH] })
  await review()
  await approve(id)
  // Overdue for Ben, and not for Ana. A session that is used goes on.
  for (const days of [5, 5]) {
    await harness.pass(days * DAY_MS)
    await loanJobs(harness.app as FullApp)[0]?.work()
    for (const { token } of [ana, ben]) await harness.ask(loans.state, {}, token)
  }
})
afterAll(() => harness.stop())

const apply = ({ token }: Customer, input: Pick<InputOf<typeof loans.apply>, 'productId' | 'amount' | 'collateral'>) =>
  harness.ask(loans.apply, { agreeTerms: 1, payPassword: PAY_PASSWORD, ...input }, token)

async function review(): Promise<void> {
  await harness.pass(5 * MINUTE_MS)
  await reviewLoans(harness.app, harness.app.wallClock.now())
  await keepLoanCases(harness.app, harness.app.wallClock.now())
}

async function approve(loanId: string): Promise<void> {
  const why = { reason: 'review' } as const
  for (const who of [await hire(harness, ['risk']), await hire(harness, ['risk'])]) {
    await who.signIn()
    const found = (await who.ask(cases.list, { kind: 'loan', state: 'open' })).list.find(({ subjectId }) => subjectId === loanId)
    await who.ask(cases.claim, { id: found?.id ?? '' })
    await who.ask(loanDesk.approve, { ...why, id: found?.id ?? '' })
  }
}

const after = (sql: string, who: Customer) =>
  findingsAfter(harness.app.pool, null, async (client: PoolClient) => {
    for (const table of ['loans', 'loan_pledges', 'approvals', 'review_cases'])
      await client.query(`alter table ${table} disable trigger all`)
    await client.query(sql, [who.accountId])
  })

describe('loans that were changed by a row', () => {
  it('are in order as they are', async () => {
    expect((await harness.ask(loans.list, {}, ana.token)).list).toMatchObject([{ status: 1, totalDebt: '5020.00' }])
    expect((await harness.ask(loans.list, {}, ben.token)).list).toMatchObject([{ status: 4 }])
    expect(await after('select $1', ana)).toEqual([])
  })

  it.each([
    ['another rate', 'set daily_rate = 1', ['INV-33', 'LOAN-4']],
    ['another penalty', 'set penalty_rate = 1', ['LOAN-4']],
    ['another term', 'set term_days = 3650, due_on = lent_from + 3650', ['LOAN-4']],
    [
      'days that are moved away',
      'set lent_from = lent_from + 200, due_on = due_on + 200, counted_to = counted_to + 200',
      ['LOAN-4', 'LOAN-5'],
    ],
    ['late days that cost nothing more', 'set late = amount * 20000000', ['LOAN-4']],
    ['a default without a cause', `set status = 'selling'`, ['LOAN-5']],
    ['a default at a value somebody likes', `set status = 'selling', default_cause = 'value'`, ['LOAN-5']],
    ['a default by a time that has not come', `set status = 'selling', default_cause = 'time'`, ['LOAN-5']],
    ['what the rules found and nobody decided', `set findings = 'HISTORY'`, ['LOAN-6']],
    ['a wait for staff that never was', 'set queued_at = applied_at', ['LOAN-5', 'LOAN-6']],
    ['a payout before it was asked for', `set applied_at = applied_at + ${ALL_ALONG}`, ['LOAN-6']],
  ] as const)('shows: %s', async (_, change, findings) => {
    expect(await after(`update loans ${change} where account_id = $1`, ana)).toEqual(findings)
  })

  it('shows: an overdue one whose days are not counted any more', async () => {
    const change = `set counted_to = counted_to - 3, interest = interest - daily_rate * amount * 3, late = late - (daily_rate + penalty_rate) * amount * 3`
    const found = await after(`update loans ${change}, penalty = penalty - penalty_rate * amount * 3 where account_id = $1`, ben)
    expect(found).toContain('LOAN-5')
  })

  it.each([
    ['is worth less than was lent on it', `update loan_pledges set start_value = start_value / 2 where account_id = $1`],
    ['is another one’s', 'update loan_pledges set loan_id = id where account_id = $1'],
  ])('shows: one whose collateral %s', async (_, sql) => {
    expect(await after(sql, ana)).toContain('LOAN-6')
  })

  it('shows: one of an account that is new, or whose earlier one was late, without the word of staff', async () => {
    expect(await after(`update entries set at = at + ${OLD} where account_id = $1 and sequence = 1`, ana)).toContain('LOAN-6')
    const earlier = `select account_id, gen_random_uuid(), 'earlier', product_id, term_days, daily_rate, penalty_rate, amount, 'repaid', 0, 0, 0, 1, 0, 0, 0, 0,
                            applied_at - 1, review_at, '', changed_at from loans where account_id = $1`
    const columns = `account_id, id, number, product_id, term_days, daily_rate, penalty_rate, amount, status, principal, interest, penalty, late,
                     interest_paid, penalty_paid, written_off, debt, applied_at, review_at, findings, changed_at`
    const steps = `insert into loans (${columns}, steps) select *, 0 from (${earlier}) earlier`
    expect(await after(steps, ana)).toContain('LOAN-6')
  })

  it.each([
    ['nobody approved', 'delete from approvals where account_id = $1'],
    ['two refused', `update approvals set decision = 'refused' where account_id = $1`],
    ['nobody decided', 'update review_cases set closed_by = null where account_id = $1'],
  ])('shows: one above the limit that %s', async (_, sql) => {
    expect((await after(sql, ben)).filter((id) => id !== 'LOAN-6' && id !== 'AUDIT-1')).toEqual(['LOAN-5'])
  })

  it('shows: a default at a price somebody likes, when it is over', async () => {
    // Worth too little to ask nobody for more, and too much to be sold: 5,020.00 of 7,600.00.
    harness.market.bids = [['76.00', 100_000]]
    harness.market.last = '76.00'
    await harness.app.pool.query(`update loans set status = 'selling', default_cause = 'value' where account_id = $1`, [ana.accountId])
    await harness.app.pool.query('update account_states set version = version + 1 where account_id = $1', [ana.accountId])
    const begunAt = harness.app.clock.now()
    for (const seconds of [1, 1, 1]) {
      await harness.pass(seconds * 1_000)
      await loanJobs(harness.app as FullApp)[0]?.work()
    }
    expect((await harness.ask(loans.list, {}, ana.token)).list).toMatchObject([{ status: 5, totalDebt: '0.00' }])
    expect(await after('select $1', ana)).toEqual(['LOAN-5'])
    const told = (at: number) => `
      insert into messages (account_id, id, type, template, facts, link, created_at)
      select account_id, gen_random_uuid(), 'loan', 'loan.defaulted', '{}', 'loan:' || id, ${at} from loans where account_id = $1`
    expect(await after(told(begunAt), ana)).toEqual(['LOAN-5'])
    // Before the open nobody could sell, and prices may have been lower.
    expect(await after(told(begunAt - DAY_MS), ana)).toEqual([])
  })
})
