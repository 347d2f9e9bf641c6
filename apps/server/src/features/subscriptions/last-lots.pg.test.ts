import { SCALE } from '@rueda/rules/decimal.ts'
import type { Result } from '@rueda/rules/result.ts'
import { SUBSCRIPTION_WALLET } from '@rueda/rules/subscriptions/offering.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OfferingHarness, startOfferingHarness } from '../../testing/offerings.ts'
import { movingMoney } from '../transfers/move.ts'
import { grantingPractice } from '../wallets/open.ts'
import { applyToIpo } from './apply.ts'
import { runIpos } from './ipos.ts'
import { type Ipo, keptIpos } from './store.ts'

/** A thousand customers want the last lots of an offering at the same moment, and every one of them asks twice. */
const SUBSCRIBERS = 1_000
const FIRST_ACCOUNT = 80_000_001
const RUNS_AT_ONCE = 3
const CASH = 10_000_000n

let harness: OfferingHarness
let ipo: Ipo
const accountIds = Array.from({ length: SUBSCRIBERS }, (_, index) => String(FIRST_ACCOUNT + index))

/** Put in set by set: their opening is not what is tested. */
async function openAccounts(): Promise<void> {
  const { pool } = harness.database
  await pool.query(
    `insert into accounts (account_id, email, password_hash, nickname, locale, invite_code, created_at, password_changed_at, granted_at)
     select id, id || '@example.org', 'none', 'subscriber', 'en', upper(lpad(to_hex(id), 8, '0')), 1, 1, 1 from unnest($1::bigint[]) as id`,
    [accountIds],
  )
  await pool.query('insert into account_states (account_id) select unnest($1::bigint[])', [accountIds])
  await pool.query(
    `insert into wallets (account_id, type, currency)
     select id, type, 'USD' from unnest($1::bigint[]) as id, unnest(array['US_WALLET', 'STOCK', 'SUBSCRIPTION']) as type`,
    [accountIds],
  )
  const { commands, ids } = harness.app
  const asked = { from: 'US_WALLET', to: SUBSCRIPTION_WALLET, amount: CASH / 2n, quoteId: null } as const
  const day = '2026-11-20'
  const opened = await Promise.all(
    accountIds.map(async (accountId) => [
      await commands.run(grantingPractice, { accountId, idempotency: null, arguments: { cents: CASH, tradeDate: day } }),
      await commands.run(movingMoney, { accountId, idempotency: null, arguments: { id: ids.next(), asked, quote: null } }),
    ]),
  )
  expect(opened.flat().filter(({ ok }) => !ok)).toEqual([])
}

beforeAll(async () => {
  harness = await startOfferingHarness({ seed: 'last lots', from: '2026-11-20T17:00:00Z', funds: '40000' })
  await openAccounts()
  const open = (await keptIpos.unfinished(harness.database.pool)).find(({ status }) => status === 'open')
  if (open === undefined) throw new Error('nothing is open')
  ipo = open
})
afterAll(() => harness.end())

/** From one lot to the most there is, with another amount of money each. */
const lotsOf = (index: number): number => 1 + (index % ipo.maxLots)
function apply(accountId: string, index: number) {
  const caller = { accountId, sessionId: '', frozen: false, isIdentified: false, lacksTrading: false, verifiedAt: null }
  const idempotency = { path: '/NewShares/create', key: `lots${accountId}`, bodyHash: '0'.repeat(64) }
  return applyToIpo(harness.app, { caller, idempotency, ipoId: ipo.id, quantity: BigInt(lotsOf(index)) * ipo.lotSize, sources: [] })
}
const applyAll = () => Promise.all([...accountIds, ...accountIds].map((accountId, at) => apply(accountId, at % SUBSCRIBERS)))
const runsAtOnce = () => Array.from({ length: RUNS_AT_ONCE }, () => runIpos(harness.app))
const ordersOf = (results: readonly Result<Readonly<{ orderId: string }>>[]) => results.map((each) => (each.ok ? each.value.orderId : each))

type Row = Readonly<{ index: number; cash: bigint; held: bigint; amount: bigint; paid: bigint; allotted: bigint; journals: string[] }>
/** What each has, wanted and got, and the entries of it. */
async function read(): Promise<readonly Row[]> {
  const { rows } = await harness.database.pool.query<Row & Readonly<{ account: bigint }>>(
    `select w.account_id as account, w.cash, w.hold as held, s.amount, s.paid, s.allotted,
            (select array_agg(e.journal order by e.sequence) from entries e where e.account_id = w.account_id and e.cause_id = s.id::text) as journals
     from wallets w join subscriptions s using (account_id)
     where w.type = $1 and s.offering_id = $2 order by w.account_id`,
    [SUBSCRIPTION_WALLET, ipo.id],
  )
  return rows.map((row) => ({ ...row, index: Number(row.account) - FIRST_ACCOUNT }))
}
const sum = <Item>(items: readonly Item[], of: (item: Item) => bigint): bigint => items.reduce((total, item) => total + of(item), 0n)

it('a thousand who want the last lots at once get together what there is, each to the cent', async () => {
  const lotCost = (ipo.price * ipo.lotSize * 100n) / SCALE / SCALE
  const wanted = accountIds.reduce((total, _, index) => total + lotsOf(index), 0)
  expect(wanted).toBeGreaterThan(4 * ipo.quota)

  const answers = ordersOf(await applyAll())
  expect(answers.slice(SUBSCRIBERS)).toEqual(answers.slice(0, SUBSCRIBERS))
  expect(new Set(answers).size).toBe(SUBSCRIBERS)
  const held = await read()
  expect(held).toHaveLength(SUBSCRIBERS)
  for (const row of held) {
    const amount = BigInt(lotsOf(row.index)) * lotCost
    expect(row).toMatchObject({ amount, held: amount, cash: CASH / 2n - amount, paid: 0n, allotted: 0n, journals: ['J50'] })
  }
  expect(ordersOf(await applyAll())).toEqual(answers)
  expect(await read()).toEqual(held)

  await harness.until(ipo.closesAt + 10_000)
  await harness.until(ipo.drawsAt - 1_000)
  // Drawn and paid by several at once, as when a job comes while it still runs.
  await Promise.all([harness.pass(2_000), ...runsAtOnce()])
  const settled = await read()
  expect(sum(settled, ({ allotted }) => allotted)).toBe(BigInt(ipo.quota) * ipo.lotSize)
  expect(sum(settled, ({ paid }) => paid)).toBe(BigInt(ipo.quota) * lotCost)
  for (const row of settled) {
    const lots = row.allotted / ipo.lotSize
    const journals = lots === 0n ? ['J50', 'J52'] : lots === BigInt(lotsOf(row.index)) ? ['J50', 'J51'] : ['J50', 'J51', 'J52']
    expect(lots).toBeLessThanOrEqual(BigInt(lotsOf(row.index)))
    expect(row).toMatchObject({ paid: lots * lotCost, held: 0n, cash: CASH / 2n - lots * lotCost, journals })
  }

  await Promise.all(runsAtOnce())
  const late = await applyAll()
  expect(late.filter(({ ok }) => ok)).toEqual([])
  expect(await read()).toEqual(settled)
})
