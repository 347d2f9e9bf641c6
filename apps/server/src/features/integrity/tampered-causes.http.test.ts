import { accounts } from '@rueda/contract/accounts.ts'
import { orders } from '@rueda/contract/orders.ts'
import { BEGINNING_CAUSE } from '@rueda/rules/practice/begin-again.ts'
import type { CauseKind } from '@rueda/rules/ledger/entry.ts'
import { transfer } from '@rueda/rules/ledger/entry.ts'
import type { Journal } from '@rueda/rules/ledger/journals.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { appendEntry, findingsAfter } from '../../testing/tamper.ts'

/** An operator with the whole database in hand who appends entries, each with every hash and balance that it needs: the checks see them. */
let harness: Harness
let ana: Customer
let ben: Customer

beforeAll(async () => {
  harness = await startHarness()
  harness.market.asks = [['100.00', 100_000]]
  ana = await harness.newCustomer()
  ben = await harness.newCustomer()
  await harness.pass(1_000)
  await harness.ask(orders.create, { stockCode: 'TEST', direction: 0, orderType: 1, price: '110', quantity: '150' } as never, ben.token)
  await harness.pass(1_000)
  await harness.ask(accounts.invite, {}, ana.token)
})
afterAll(() => harness.stop())

const CASH = 'U:US_WALLET:CASH'
type Moving = Readonly<{ from: string; to: string; amount?: bigint }>

function after(
  journal: Journal,
  cause: Readonly<{ kind: CauseKind; id: string; step: number }>,
  { from, to, amount = 1_000n }: Moving,
  sql = 'select 1',
) {
  return findingsAfter(harness.app.pool, null, async (client) => {
    await client.query('alter table accounts disable trigger all')
    await client.query(sql)
    await appendEntry(client, ana.accountId, { journal, cause, lines: transfer({ from, to, asset: 'USD', amount }) })
  })
}
const gift = { from: 'H:PROMO:USD', to: CASH }
const reward = { from: 'H:REFERRAL:USD', to: CASH }
/** The week of the day on which the practice money came. */
const week = async () => {
  const { rows } = await harness.app.pool.query<{ week: bigint }>(
    `select div(max(value_date) - date '1970-01-01', 7)::bigint as week from entries where account_id = $1`,
    [ana.accountId],
  )
  return Number(rows[0]?.week)
}

describe('entries that nothing caused', () => {
  it('are not there before', async () => {
    expect(await findingsAfter(harness.app.pool, null, async () => undefined)).toEqual([])
  })

  it.each([
    ['practice money once more', (id: string) => ({ kind: 'grant', id, step: 1 }) as const, gift],
    ['practice money of another account', () => ({ kind: 'grant', id: '1', step: 0 }) as const, gift],
    ['practice money of a new beginning that never was', () => ({ ...BEGINNING_CAUSE, step: 1 }) as const, gift],
    ['practice money taken back', (id: string) => ({ kind: 'grant', id, step: 1 }) as const, { from: CASH, to: 'H:PROMO:USD' }],
  ])('shows: %s', async (_, causeFor, moving) => {
    expect(await after('J98', causeFor(ana.accountId), moving)).toEqual(['PRACTICE-2'])
  })

  it('shows: a reward for nobody, for somebody who was not invited, and for somebody who paid nothing', async () => {
    const step = await week()
    expect(await after('J95', { kind: 'referral', id: 'nobody', step }, reward)).toEqual(['REFERRAL-1'])
    expect(await after('J95', { kind: 'referral', id: ben.accountId, step }, reward)).toEqual(['REFERRAL-1'])
  })

  it('shows: a reward of more than there is, of another week, and one taken back', async () => {
    const step = await week()
    const invited = `update accounts set invited_by = ${ana.accountId} where account_id = ${ben.accountId}`
    const cause = { kind: 'referral', id: ben.accountId, step } as const
    // A fifth of the commission of 150 shares.
    expect(await after('J95', cause, { ...reward, amount: 1n }, invited)).toEqual([])
    expect(await after('J95', cause, { ...reward, amount: 10_001n }, invited)).toEqual(['REFERRAL-1', 'REFERRAL-2'])
    expect(await after('J95', cause, { ...reward, amount: 1_000n }, invited)).toEqual(['REFERRAL-2'])
    expect(await after('J95', { ...cause, step: step + 1 }, { ...reward, amount: 1n }, invited)).toEqual(['REFERRAL-1'])
    expect(await after('J95', cause, { from: CASH, to: 'H:REFERRAL:USD', amount: 1n }, invited)).toEqual(['REFERRAL-1'])
  })

  it.each([
    ['a deposit that is said to be a grant', 'J02', { kind: 'grant', id: 'x', step: 0 }, { from: 'H:BANK:USD', to: CASH }, 'CAUSE-1'],
    ['a split that never was', 'J97', { kind: 'split', id: 'US:TEST:2026-11-20', step: 0 }, { from: 'H:MKT:US:USD', to: CASH }, 'SPLIT'],
    ['a rent without a rental', 'J85', { kind: 'robot', id: 'x', step: 0 }, { from: CASH, to: 'H:RENT:USD' }, 'CAUSE-1'],
    [
      'a loss that the house pays for nobody',
      'J46',
      { kind: 'margin', id: 'x', step: 0 },
      { from: 'H:INSURANCE:USD', to: 'H:MKT:US:USD' },
      'MARGIN-CAUSES',
    ],
    ['a loss of no fill', 'J46', { kind: 'order', id: 'x', step: 0 }, { from: 'H:INSURANCE:USD', to: 'H:MKT:US:USD' }, 'MARGIN-CAUSES'],
  ] as const)('shows: %s', async (_, journal, cause, moving, finding) => {
    expect(await after(journal, cause, moving)).toEqual([finding])
  })
})

it('shows: an order that allows more than its limit', async () => {
  const wider = 'update orders set worst_price = worst_price * 2 where account_id = $1'
  expect(await findingsAfter(harness.app.pool, null, (client) => client.query(wider, [ben.accountId]))).toEqual(['INV-23'])
})
