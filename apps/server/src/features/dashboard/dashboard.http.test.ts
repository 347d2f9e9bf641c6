import { cases } from '@rueda/contract/admin/cases.ts'
import { dashboard } from '@rueda/contract/admin/dashboard.ts'
import { integrity } from '@rueda/contract/admin/integrity.ts'
import { deposits as review } from '@rueda/contract/admin/deposits.ts'
import { deposits } from '@rueda/contract/deposits.ts'
import { DAY_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Harness, startHarness } from '../../testing/harness.ts'
import { type StaffCaller, hire } from '../../testing/staff.ts'
import { followDeposits } from '../deposits/follow.ts'
import { alarmOfGivenUp } from '../orders/given-up.ts'

let harness: Harness
let cashier: StaffCaller
beforeEach(async () => {
  harness = await startHarness()
  cashier = await hire(harness, ['cashier'])
})
afterEach(() => harness.stop())

it('adds up what came since midnight, and nothing of the day before', async () => {
  expect(await cashier.ask(dashboard.today, {})).toMatchObject({ moneyIn: [], moneyOut: [] })
  const customer = await harness.newCustomer()
  for (const amount of ['100', '250']) await credited(customer.token, amount)
  expect(await cashier.ask(dashboard.today, {})).toMatchObject({ moneyIn: [{ currency: 'USD', amount: '350.00', count: 2 }] })
  await harness.pass(DAY_MS)
  await cashier.signIn()
  expect(await cashier.ask(dashboard.today, {})).toMatchObject({ moneyIn: [] })
})

async function credited(token: string, amount: string): Promise<void> {
  const { id } = await harness.ask(deposits.simulate, { channelId: 'USD-WIRE', amount }, token)
  await harness.pass(5 * MINUTE_MS)
  await followDeposits(harness.app)
  await followDeposits(harness.app)
  const { list } = await cashier.ask(cases.list, { kind: 'deposit', state: 'open' })
  const caseId = list.find(({ subjectId }) => subjectId === id)?.id ?? ''
  await cashier.ask(cases.claim, { id: caseId })
  await cashier.ask(review.decide, { id: caseId, decision: 'credit', reason: 'review' })
}

it('names the jobs that are due and not done', async () => {
  expect((await cashier.ask(dashboard.today, {})).lateJobs).toEqual([])
  const now = harness.app.clock.now()
  const longAgo = new Date(now - 4 * DAY_MS).toISOString().slice(0, 10)
  await harness.app.pool.query(`insert into job_runs (job, market, due_date, due_at, finished_at) values ('reconcile', 'US', $1, $2, $2)`, [
    longAgo,
    now,
  ])
  expect((await cashier.ask(dashboard.today, {})).lateJobs).toContainEqual(expect.objectContaining({ job: 'reconcile', market: 'US' }))
})

it('counts what the books could not take from the market for a week, and the page of the books names each', async () => {
  const risk = await hire(harness, ['risk'])
  expect(await cashier.ask(dashboard.waiting, {})).toMatchObject({ ledgerChecks: { givenUpEvents: 0 } })
  expect(await risk.ask(integrity.givenUp, {})).toEqual([])
  const { accountId } = await harness.newCustomer()
  const [first, second] = [harness.app.ids.next(), harness.app.ids.next()]
  await alarmOfGivenUp(harness.app, { accountId, orderId: first, kind: 'fill', reason: 'out of range' })
  await harness.pass(MINUTE_MS)
  await alarmOfGivenUp(harness.app, { accountId, orderId: second, kind: 'fill', reason: 'out of range' })
  expect(await cashier.ask(dashboard.waiting, {})).toMatchObject({ ledgerChecks: { givenUpEvents: 2 } })
  const named = { accountId, kind: 'fill', reason: 'out of range' }
  expect(await risk.ask(integrity.givenUp, {})).toMatchObject([
    { ...named, orderId: second, timestamp: harness.app.wallClock.now() },
    { ...named, orderId: first },
  ])
  await harness.pass(7 * DAY_MS)
  await cashier.signIn()
  await risk.signIn()
  expect(await cashier.ask(dashboard.waiting, {})).toMatchObject({ ledgerChecks: { givenUpEvents: 0 } })
  expect(await risk.ask(integrity.givenUp, {})).toHaveLength(2)
})

it('says how each market is heard, and that the books are in order', async () => {
  const { feeds, integrity } = await cashier.ask(dashboard.today, {})
  expect(feeds.map(({ market }) => market)).toEqual(harness.app.venue.markets)
  expect(integrity).toMatchObject({ broken: 0, moneyStopped: 0 })
})
