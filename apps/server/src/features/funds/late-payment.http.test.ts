import { funds } from '@rueda/contract/funds.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { becomeOwner } from '../../db/app-role.ts'
import type { Database } from '../../db/open.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { type MarketHarness, startMarketHarness } from '../../testing/market-harness.ts'
import { expectSoundBooks } from '../../testing/sound-books.ts'

/** A redemption whose payment failed on a day on which strikes were made up for is paid later at its own value, and the books are in order. */
const FRIDAY_NOON = Date.parse('2026-11-20T17:00:00Z')
let database: Database
let harness: MarketHarness
beforeAll(async () => {
  database = await createTestDatabase()
  harness = await startMarketHarness({
    database,
    environment: { SIM_SEED: 'late payment', SIM_ALWAYS_OPEN: '0' },
    machineAt: FRIDAY_NOON,
    listsEverything: true,
  })
  await harness.pass(1_000)
})
afterAll(async () => {
  await harness.stop()
  await database.stop()
})

async function asOwner(sql: string): Promise<void> {
  const client = await database.pool.connect()
  await becomeOwner(client)
  await client.query(sql)
  client.release(true)
}

it('comes before the next strikes', async () => {
  const customer = await harness.newCustomer()
  const bought = await harness.ask(funds.create, { productId: 'balanced', action: 'subscribe', amount: '2000' }, customer.token)
  await harness.passTo('2026-11-21T01:00:20Z')
  const redeem = { productId: 'balanced', action: 'redeem', orderId: bought.id, takesEarlyFee: 1 } as const
  await harness.ask(funds.create, redeem, customer.token)
  await harness.passTo('2026-11-24T01:00:20Z')
  await asOwner(`
    create function fail_payment() returns trigger language plpgsql as $$
    begin
      if new.journal = 'J62' then raise exception 'no payment today'; end if;
      return new;
    end $$;
    create trigger failing before insert on entries for each row execute function fail_payment()`)
  await expect(harness.passTo('2026-11-25T19:00:00Z')).rejects.toThrow('no payment today')
  harness.problems.splice(0)
  await asOwner('drop trigger failing on entries')
  await harness.passTo('2026-11-25T20:30:00Z')
  const [order] = (await harness.ask(funds.list, { id: bought.id }, customer.token)).list
  expect(order).toMatchObject({ status: 3 })
  await expectSoundBooks(database.pool)
})
