import { deposits } from '@rueda/contract/deposits.ts'
import { orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { SECOND_MS } from '@rueda/rules/time.ts'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { followDeposits } from '../features/deposits/follow.ts'
import { statementOf } from '../testing/statement-of.ts'
import { type Customer, type Harness, startHarness } from '../testing/harness.ts'
import { type Place, distribution } from './distribution.ts'

/** What a customer does all day asks nothing of the database that a distributed one refuses (`docs/architecture.md`, The database). */
let harness: Harness
let customer: Customer
const said = new Set<string>()
const query = Client.prototype.query

beforeAll(async () => {
  harness = await startHarness()
  customer = await harness.newCustomer()
  Client.prototype.query = function told(this: Client, ...given: unknown[]) {
    const [first] = given
    const text = statementOf(first)
    if (text !== undefined) said.add(text.replaceAll(/\s+/gu, ' ').trim())
    return Reflect.apply(query, this, given) as unknown
  } as typeof query
})
afterAll(async () => {
  Client.prototype.query = query
  await harness.stop()
})

const placesIn = (statement: string): ReadonlySet<Place> =>
  new Set(
    [...statement.matchAll(/\b(?:from|join|into|update) ([a-z_]+)/giu)].flatMap(
      ([, table = '']) => distribution.get(table.toLowerCase()) ?? [],
    ),
  )

/** Rows of one account, by its id, may be locked; of several they may not. */
const locksSeveral = (statement: string): boolean =>
  /for (no key )?update/iu.test(statement) && placesIn(statement).has('account') && /any\s*\(|unnest/iu.test(statement)
const cutsAFunction = (statement: string): boolean => /lateral \([^)]*\bunnest\b[^)]*\blimit\b/iu.test(statement)
const joinsPlaces = (statement: string): boolean => {
  const places = placesIn(statement)
  return places.has('account') && places.has('coordinator')
}

it('locks no rows of several accounts, cuts no function, and joins nothing that lies apart', async () => {
  const { token } = customer
  const order = { stockCode: 'TEST', market: 'US', direction: 0, orderType: 1, quantity: '10' } as const
  await harness.ask(orders.create, { ...order, price: '182.37' }, token)
  await harness.pass(250)
  const { orderId } = await harness.ask(orders.create, { ...order, price: '150.00' }, token)
  await harness.ask(orders.cancel, { orderId }, token)
  await harness.ask(orders.create, { ...order, direction: 1, orderType: 0 }, token)
  await harness.ask(transfers.create, { fromWalletType: 'US_WALLET', toWalletType: 'FUTURE', amount: '100' }, token)
  await harness.ask(deposits.simulate, { channelId: 'USDT-TRC20', amount: '250.5' }, token)
  await harness.pass(80 * SECOND_MS)
  await followDeposits(harness.app)
  await harness.ask(orders.list, { pageSize: 20 }, token)
  await harness.ask(positions.holding, { pageSize: 100 }, token)
  await harness.ask(wallets.overview, {}, token)
  await harness.ask(wallets.cashFlows, { pageSize: 20 }, token)

  const statements = [...said]
  expect(statements.filter((each) => /\bentries\b/iu.test(each)).length).toBeGreaterThan(2)
  expect(statements.filter(locksSeveral)).toEqual([])
  expect(statements.filter(cutsAFunction)).toEqual([])
  expect(statements.filter(joinsPlaces)).toEqual([])
})
