import { accounts } from '@rueda/contract/accounts.ts'
import { orders } from '@rueda/contract/orders.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { DAY_MS } from '@rueda/rules/time.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Harness, startHarness } from '../../testing/harness.ts'
import { expectSoundBooks } from '../../testing/sound-books.ts'
import { closeUnusedPractice } from './practice-accounts.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness({ environment: { PRACTICE_DAYS: '10' } })
})
afterAll(async () => {
  await expectSoundBooks(harness.app.pool)
  await harness.stop()
})

const resting = { stockCode: 'TEST', market: 'US', direction: 0, orderType: 1, price: '150', quantity: '10', timeInForce: 'GTC' } as const

async function openOrders(accountId: string): Promise<number> {
  const { rows } = await harness.app.pool.query<{ count: bigint }>(
    "select count(*) as count from orders where account_id = $1 and status in ('held', 'queued', 'working', 'partial')",
    [accountId],
  )
  return Number(rows[0]?.count)
}

it('a practice account that nobody has used for so many days is closed: no session, no order, the books as they were', async () => {
  const practice = await harness.ask(accounts.practise, {})
  const kept = await harness.ask(accounts.practise, {})
  const registered = await harness.newCustomer()
  await harness.ask(orders.create, resting, practice.token)
  await harness.ask(orders.create, resting, registered.token)
  const { id } = practice.user

  await harness.pass(6 * DAY_MS)
  await harness.ask(wallets.all, {}, kept.token)
  await harness.pass(5 * DAY_MS)
  expect(await openOrders(id)).toBe(1)
  expect(await closeUnusedPractice(harness.app)).toBe(1)

  expect(await harness.call(wallets.all, {}, practice.token)).toMatchObject({ code: 401 })
  expect(await openOrders(id)).toBe(0)
  const { rows } = await harness.app.pool.query('select closed_at is not null as closed from accounts where account_id = $1', [id])
  expect(rows).toEqual([{ closed: true }])
  expect(await harness.call(wallets.all, {}, kept.token)).toMatchObject({ code: 200 })
  expect(await openOrders(registered.accountId)).toBe(1)
  expect(await closeUnusedPractice(harness.app)).toBe(0)
})

it('many are closed in sets', async () => {
  await harness.app.pool.query(
    `insert into accounts (account_id, nickname, locale, invite_code, created_at, password_changed_at)
     select id, 'practice', 'en', upper(lpad(to_hex(id), 8, '0')), 1, 1 from generate_series(90000001, 90001200) as id`,
  )
  await harness.app.pool.query('insert into account_states (account_id) select id from generate_series(90000001, 90001200) as id')
  expect(await closeUnusedPractice(harness.app)).toBe(1_200)
})

it('one address opens so many a day', async () => {
  const limited = await startHarness({ environment: { RATE_LIMITS: 'on' } })
  const open = () => limited.call(accounts.practise, {})
  const codes = []
  for (let count = 0; count < 12; count += 1) codes.push((await open()).code)
  expect(codes).toEqual([...Array.from({ length: 10 }, () => 200), 1003, 1003])
  await limited.stop()
})
