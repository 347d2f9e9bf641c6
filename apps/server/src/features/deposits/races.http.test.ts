import { deposits } from '@rueda/contract/deposits.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { RACES, RACES_TIMEOUT_MS } from '../../testing/races.ts'
import { expectSoundBooks } from '../../testing/sound-books.ts'
import { followDeposits } from './follow.ts'

/**
 * Simultaneous acts on the same deposits, on PostgreSQL: several jobs confirm, the owner pays more and takes back. Each is credited at most
 * once, and the ledger agrees with their states.
 */
const AT_ONCE = 10
const ROUNDS = Math.ceil(RACES / AT_ONCE)
const CENTS = 1_000n

let harness: Harness
let customer: Customer

beforeAll(async () => {
  harness = await startHarness()
  customer = await harness.newCustomer()
})
afterAll(async () => {
  await expectSoundBooks(harness.app.pool)
  await harness.stop()
})

const pay = (amount: string) => harness.call(deposits.simulate, { channelId: 'USDT-TRC20', amount }, customer.token)
const recall = (id: string) => harness.call(deposits.recall, { id }, customer.token)
const cash = async (): Promise<bigint> => {
  const { balance } = await harness.ask(wallets.one, { walletType: 'US_WALLET' }, customer.token)
  return BigInt(balance.replace('.', ''))
}

it(
  `${ROUNDS * AT_ONCE} deposits, each confirmed by three jobs while every other one is taken back`,
  async () => {
    const before = await cash()
    const kept = new Set<string>()
    for (let round = 0; round < ROUNDS; round += 1) {
      // Another amount each time: the same again within two seconds would count as the same request.
      const paid = await Promise.all(Array.from({ length: AT_ONCE }, (_, count) => pay(`10.00${String(count).padStart(4, '0')}`)))
      const ids = paid.map(({ data }) => data?.id ?? 'a payment was not taken')
      await harness.pass(2 * MINUTE_MS)
      const jobs = Array.from({ length: 3 }, () => followDeposits(harness.app))
      const recalls = ids.filter((_, at) => at % 2 === 0).map((id) => recall(id))
      const [answers] = await Promise.all([Promise.all(recalls), Promise.all(jobs)])
      expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 200))
      for (const [at, id] of ids.entries()) if (at % 2 === 1) kept.add(id)
    }
    expect(await cash()).toBe(before + BigInt(kept.size) * CENTS)
    const { rows } = await harness.app.pool.query<{ status: string; times: bigint }>(
      'select status, count(*) as times from deposits where account_id = $1 group by status order by status',
      [customer.accountId],
    )
    const times = Object.fromEntries(rows.map((row) => [row.status, Number(row.times)]))
    expect(times['credited']).toBe(kept.size)
    expect((times['failed'] ?? 0) + (times['reversed'] ?? 0)).toBe(ROUNDS * AT_ONCE - kept.size)
  },
  RACES_TIMEOUT_MS,
)
