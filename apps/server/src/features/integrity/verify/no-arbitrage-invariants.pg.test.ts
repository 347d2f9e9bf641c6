import { orders } from '@rueda/contract/orders.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { SECOND_MS } from '@rueda/rules/time.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { settleDueTransfers } from '../../transfers/settle.ts'
import { newMarginCustomer } from '../../../testing/books.ts'
import { type Harness, startHarness } from '../../../testing/harness.ts'
import { SHARE } from '../../../testing/fake-venue.ts'
import { findingsAfter } from '../../../testing/tamper.ts'

/** INV-24 finds every act of a customer's own that lets them own or buy more, whoever wrote it. */
let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
  harness.market.volatility = 0
  const { token } = await harness.newCustomer()
  const share = { stockCode: SHARE.code, market: 'US' as const, quantity: '10' }
  await harness.ask(orders.create, { ...share, direction: 0, orderType: 0 }, token)
  await harness.ask(orders.create, { ...share, quantity: '4', direction: 1, orderType: 0 }, token)
  await harness.ask(orders.create, { ...share, quantity: '2', direction: 1, orderType: 1, price: '250.00' }, token)
  await harness.ask(transfers.create, { fromWalletType: 'STOCK', toWalletType: 'FUTURE', amount: '400' }, token)
  for (const [from, to, amount] of [
    ['US_WALLET', 'BALANCE', '250'],
    ['US_WALLET', 'TW', '100'],
  ] as const) {
    const { quoteId } = await harness.ask(transfers.quote, { from, to, amount }, token)
    await harness.ask(transfers.create, { fromWalletType: from, toWalletType: to, amount, quoteId }, token)
  }
  const onMargin = await newMarginCustomer(harness)
  const lot = { market: 'FX', direction: 0, orderType: 0, quantity: '1', leverage: 30 } as const
  await harness.ask(orders.createMargin, { ...lot, goldCode: 'EURUSD' }, onMargin.token)
  await harness.ask(
    orders.createMargin,
    { market: 'FUT', goldCode: 'SES-2026Z', direction: 0, orderType: 0, quantity: '1' },
    onMargin.token,
  )
  await harness.venue.cycle()
  await harness.pass(60 * SECOND_MS)
  await settleDueTransfers(harness.app)
  await harness.venue.cycle()
})
afterAll(() => harness.stop())

const findings = (sql: string): Promise<string[]> =>
  findingsAfter(harness.app.pool, null, async (client) => {
    await client.query('alter table fills disable trigger all')
    const { rowCount } = await client.query(sql)
    if (rowCount === 0) throw new Error('this changed nothing')
  })

/** A cent more for the customer out of the brokerage's part, in every entry of a journal; each stays balanced. */
const cheaper = (journal: string, mine: string, theirs: string): string => `
  update entries e set amounts = (
    select array_agg(amount + case n when (select min(n) from unnest(e.accounts) with ordinality a (account, n) where account like '${mine}') then 1
                                     when (select min(n) from unnest(e.accounts) with ordinality a (account, n) where account like '${theirs}') then -1 else 0 end order by n)
    from unnest(e.amounts) with ordinality as l (amount, n))
  where journal = '${journal}' and exists (select from unnest(e.accounts) account where account like '${mine}')
    and exists (select from unnest(e.accounts) account where account like '${theirs}')`

const addsFrom = (account: string, journal: string): string => `
  update entries set accounts = accounts || array['${account}', accounts[1]], assets = assets || array[assets[1], assets[1]],
         amounts = amounts || array[-7::bigint, 7::bigint], balances_after = balances_after || array[null, null]::bigint[] where journal = '${journal}'`

it('finds nothing in what customers did', async () => {
  const { rows } = await harness.app.pool.query<{ journal: string }>('select distinct journal from entries')
  expect(rows.map(({ journal }) => journal)).toEqual(expect.arrayContaining(['J20', 'J21', 'J22', 'J30', 'J32', 'J33', 'J40']))
  expect(await findings('select 1')).toEqual([])
})

it.each(['J20', 'J22', 'J30', 'J32', 'J33', 'J40'])('finds a gift of the house in an entry of %s', async (journal) => {
  expect(await findings(addsFrom('H:PROMO:USD', journal))).toContain('INV-24')
})

it.each([
  ['a purchase for less than its price', cheaper('J32', 'U:%:CASH', 'H:SETTLE:%'), 'INV-24'],
  ['a sale for more than its price', cheaper('J33', 'U:%:CASH', 'H:SETTLE:%'), 'INV-24'],
  ['more shares than were bought', cheaper('J32', 'U:SEC:%', 'H:SETTLESEC:%'), 'INV-24'],
  ['an exchange above the mid', `update transfers set mid = mid * 99 / 100 where rate is not null`, 'INV-24b'],
  ['an exchange that gave a tenth more than its rate', exchanged('amount + amount / 10'), 'INV-24b'],
  ['a leverage that the market does not give', `update margin_positions set leverage = 100 where wallet = 'FOREX'`, 'INV-24c'],
  ['a future on leverage', `update margin_positions set leverage = 2 where wallet = 'FUTURE'`, 'INV-24c'],
  ['collateral that counts twice', `update margin_positions set initial = initial / 2 where wallet = 'FOREX'`, 'INV-24c'],
] as const)('finds %s', async (_, sql, id) => {
  expect(await findings(sql)).toContain(id)
})

function exchanged(amount: string): string {
  return `update entries e set amounts = (
    select array_agg(case when account like 'U:%' and l.amount > 0 then ${amount} when account like 'H:FX:%' and l.amount < 0 then ${amount}
                          else l.amount end order by n)
    from unnest(e.accounts, e.amounts) with ordinality as l (account, amount, n)) where journal = 'J21'`
}
