import { offerings as desk } from '@rueda/contract/admin/offerings.ts'
import { follow } from '@rueda/contract/follow.ts'
import { funds } from '@rueda/contract/funds.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { dealtNav } from '@rueda/rules/funds/nav.ts'
import { coverOf } from '@rueda/rules/loans/collateral.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../db/open.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { type MarketHarness, startMarketHarness } from '../../testing/market-harness.ts'
import { findingsAfter } from '../../testing/tamper.ts'
import { hire } from '../../testing/staff.ts'
import { PAY_PASSWORD, newWithdrawer } from '../../testing/withdrawals.ts'
import { verifyBooks } from '../integrity/verify/verify.ts'

/** An operator who has units bought and given back at values that were known, or a gain shared that was none: the checks see it. */
let database: Database
let harness: MarketHarness
let token: string
let accountId: string
beforeAll(async () => {
  database = await createTestDatabase()
  const environment = { SIM_SEED: 'follow', SIM_ALWAYS_OPEN: '0' }
  harness = await startMarketHarness({ database, environment, machineAt: Date.parse('2026-11-20T17:00:00Z'), listsEverything: true })
  await harness.pass(1_000)
  ;({ token, accountId } = await newWithdrawer(harness))
  await harness.ask(transfers.create, { fromWalletType: 'US_WALLET', toWalletType: 'FOLLOW', amount: '20000' }, token)
})
afterAll(async () => {
  await harness.stop()
  await database.stop()
})

const place = (termDays: 7 | 30 | 90) =>
  harness.ask(follow.add, { agencyId: 'index-core', amount: '1000', termDays, agreeRisk: 1, payPassword: PAY_PASSWORD }, token)
const subscribe = (amount: string) => harness.ask(funds.create, { productId: 'short-bond', action: 'subscribe', amount }, token)

/** A row of the customer's as somebody else would like it, which the server reads anew. */
async function rewrite(sql: string, id: string): Promise<void> {
  await database.pool.query(sql, [id])
  await database.pool.query('update account_states set version = version + 1 where account_id = $1', [accountId])
  await harness.pass(60_000)
}

/** What the checks find, by check and object. */
async function found(): Promise<readonly (readonly [string, unknown])[]> {
  const { checks } = await verifyBooks(database.pool, null, () => 0)
  return checks.flatMap(({ id, offending }) => offending.map((row) => [id, (row as { id: unknown }).id] as const))
}

it('an agency is closed by two persons, for that agency and at their moment', async () => {
  for (const who of [await hire(harness, ['product']), await hire(harness, ['product'])])
    await who.ask(desk.close, { reason: 'maintenance', kind: 'agency', id: 'momentum', cause: 'demand' })
  const tampered = (sql: string) =>
    findingsAfter(database.pool, null, async (client) => {
      await client.query('alter table offering_changes disable trigger all')
      await client.query(sql)
    })
  expect(await tampered('select 1')).toEqual([])
  expect(await tampered('update offering_changes set at = at - 86400000')).toEqual(['OFFERING-1', 'AUDIT-1'])
  const another = `select gen_random_uuid(), kind, 'low-volatility', status, cause, reason, at, staff_id, approval_id from offering_changes`
  const columns = 'change_id, kind, offering_id, status, cause, reason, at, staff_id, approval_id'
  expect(await tampered(`insert into offering_changes (${columns}) ${another}`)).toEqual(['OFFERING-1', 'AUDIT-1'])
})

it('every value is that of a strike that nobody knew, and every share follows from the mark', async () => {
  const [first, second] = [await place(7), await place(90)]
  const [held, redeemed] = [await subscribe('1000'), await subscribe('1100')]
  const kept = await place(30)
  for (const moment of ['2026-11-21T01:00:20Z', '2026-11-24T01:00:20Z', '2026-11-25T01:00:20Z']) await harness.passTo(moment)
  await harness.passTo('2026-11-25T15:00:00Z')
  await harness.ask(follow.end, { id: first.id, takesExitFee: 1 }, token)
  await harness.ask(funds.create, { productId: 'short-bond', action: 'redeem', orderId: held.id }, token)
  for (const moment of ['2026-11-26T01:00:20Z', '2026-11-27T14:31:00Z']) await harness.passTo(moment)
  expect((await harness.ask(follow.orders, { id: first.id }, token)).list).toMatchObject([{ status: 2 }])
  expect((await harness.ask(funds.list, { id: held.id }, token)).list).toMatchObject([{ status: 3 }])
  expect(await found()).toEqual([])

  const onMandates = (change: string, { id }: { id: string }) =>
    findingsAfter(database.pool, null, async (client) => {
      await client.query('alter table mandates drop constraint mandates_check')
      await client.query(`update mandates ${change} where id = $1`, [id])
    })
  expect(await onMandates('set high_water = high_water + 1', second)).toEqual(['MANDATE-6'])
  expect(await onMandates('set high_water = 1', second)).toEqual(['MANDATE-6'])
  expect(await onMandates('set high_water = high_water - 1', first)).toEqual(['MANDATE-6'])
  expect(await onMandates(`set settled_reason = 'term', expires_on = settled_on`, first)).toEqual(['INV-29', 'MANDATE-3', 'MANDATE-6'])

  // Bought at a value of last week.
  const [late, lateUnits] = [await place(90), await subscribe('1200')]
  await rewrite(`update mandates set deal_on = '2026-11-23', due_on = '2026-11-23' where id = $1`, late.id)
  await rewrite(`update fund_orders set deal_on = '2026-11-23', due_on = '2026-11-23' where id = $1`, lateUnits.id)
  expect((await harness.ask(follow.orders, { id: late.id }, token)).list).toMatchObject([{ status: 1 }])
  expect((await harness.ask(funds.list, { id: lateUnits.id }, token)).list).toMatchObject([{ status: 1 }])
  const bought = await found()
  expect(new Set(bought.map((each) => each.join(' ')))).toEqual(new Set([`MANDATE-3 ${late.id}`, `FUND-5 ${lateUnits.id}`]))

  // Given back at one.
  await rewrite(`update mandates set ending_on = '2026-11-24', ending_reason = 'request', due_on = '2026-11-24' where id = $1`, second.id)
  await harness.ask(funds.create, { productId: 'short-bond', action: 'redeem', orderId: redeemed.id }, token)
  await rewrite(`update fund_orders set redeem_on = '2026-11-24', due_on = '2026-11-24' where id = $1`, redeemed.id)
  await harness.pass(60_000)
  expect((await harness.ask(follow.orders, { id: second.id }, token)).list).toMatchObject([{ status: 2 }])
  expect((await harness.ask(funds.list, { id: redeemed.id }, token)).list).toMatchObject([{ status: 3 }])
  const ended = (await found()).filter(([, id]) => id === second.id || id === redeemed.id)
  expect(new Set(ended.map((each) => each.join(' ')))).toEqual(new Set([`MANDATE-3 ${second.id}`, `FUND-5 ${redeemed.id}`]))

  // Given back at the value of the strike before, within the hour in which the newest was struck.
  await harness.passTo('2026-11-28T01:00:20Z')
  await rewrite(`update mandates set ending_on = '2026-11-25', ending_reason = 'request', due_on = '2026-11-25' where id = $1`, kept.id)
  expect((await harness.ask(follow.orders, { id: kept.id }, token)).list).toMatchObject([{ status: 2 }])
  expect((await found()).filter(([, id]) => id === kept.id)).toEqual([['MANDATE-3', kept.id]])
})

it('a loan on units of a fund is ended by their value of then', async () => {
  const { rows } = await database.pool.query<{ id: string }>(`select id from fund_orders where fund_id = 'short-bond' limit 1`)
  const latest = harness.app.navs.latest('short-bond')
  if (latest === null) throw new Error('the fund was not struck')
  const nav = dealtNav(latest)
  const units = 100_000_000_000n
  const failAbove = coverOf([{ kind: 'fund', ref: '', quantity: units, price: nav }])?.failAbove ?? 0n
  const loan = `
    insert into loans (account_id, id, number, product_id, term_days, daily_rate, penalty_rate, amount, status, principal, interest, penalty, late,
                       interest_paid, penalty_paid, written_off, debt, lent_from, due_on, counted_to, default_cause, steps, applied_at, review_at,
                       findings, changed_at)
    select $1, $2::uuid, 'L1', 'd30', 30, 40000, 60000, $3::bigint, 'defaulted', 0, 0, 0, 0, 0, 0, 0, 0, date '2026-11-20', '2026-12-20', '2026-11-20',
           'value', 0, 0, 0, '', $4::bigint`
  const ended = (debt: bigint, at: number) =>
    findingsAfter(database.pool, null, async (client) => {
      const loanId = harness.app.ids.next()
      await client.query(loan, [accountId, loanId, debt, at])
      await client.query(
        `insert into loan_pledges (account_id, id, loan_id, kind, ref, quantity, start_quantity, start_value, changed_at)
         values ($1, gen_random_uuid(), $2, 'fund', $3, 0, $4, 0, $5)`,
        [accountId, loanId, rows[0]?.id, units, at],
      )
      await client.query(
        `insert into messages (account_id, id, type, template, facts, link, created_at)
         values ($1, gen_random_uuid(), 'loan', 'loan.defaulted', '{}', 'loan:' || $2::text, $3)`,
        [accountId, loanId, at],
      )
    })
  const now = harness.app.clock.now()
  expect(await ended(failAbove + 1n, now)).not.toContain('LOAN-5')
  expect(await ended(failAbove - 1n, now)).toContain('LOAN-5')
})
