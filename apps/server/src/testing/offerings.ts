import { transfers } from '@rueda/contract/transfers.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { PoolClient } from 'pg'
import type { Database } from '../db/open.ts'
import { createTestDatabase } from './database.ts'
import type { Customer } from './harness.ts'
import { type MarketHarness, startMarketHarness } from './market-harness.ts'
import { expectSoundBooks } from './sound-books.ts'
import { findingsAfter } from './tamper.ts'

/** The whole server on the real calendar, for what is offered by a public schedule and goes from step to step by the clock. */
export type OfferingHarness = MarketHarness &
  Readonly<{
    database: Database
    /** Moves the machine's clock forward to a moment. */
    until: (moment: number) => Promise<void>
    /** Another server on the same database, at the moment at which this one stops. */
    restart: () => Promise<void>
    /** A customer with money to apply with. */
    funded: (amount?: string) => Promise<Customer>
    /** The wallet that applications are paid from. */
    wallet: (customer: Customer) => Promise<DataOf<typeof wallets.one>>
    /** What the checks find when somebody with every guard of these tables switched off has tampered; all of it is undone. */
    tampered: (tamper: Tamper, folder?: string | null) => Promise<string[]>
    /** Ends the server and its database, with the books in order. */
    end: () => Promise<void>
  }>
type Tamper = (client: PoolClient) => Promise<unknown>

type Options = Readonly<{
  seed: string
  from: string
  /** What a customer of these tests has to apply with. */
  funds: string
}>

const KEPT = ['ipos', 'ipo_applications', 'ipo_results', 'placings', 'placing_applications', 'placing_results', 'placing_withdrawals']
const TABLES = [...KEPT, 'share_locks', 'subscriptions']

export async function startOfferingHarness({ seed, from, funds }: Options): Promise<OfferingHarness> {
  const database = await createTestDatabase()
  const open = async (machineAt: number): Promise<MarketHarness> => {
    const harness = await startMarketHarness({ database, environment: { SIM_SEED: seed, SIM_ALWAYS_OPEN: '0' }, machineAt })
    await harness.pass(1_000)
    return harness
  }
  let running = await open(Date.parse(from))
  const own = {
    until: (moment: number) => running.pass(moment - running.app.clock.now()),
    restart: async () => {
      const at = running.app.clock.now()
      await running.stop()
      running = await open(at)
      Object.assign(harness, running)
    },
    funded: async (amount = funds) => {
      const customer = await running.newCustomer()
      await running.ask(transfers.create, { fromWalletType: 'US_WALLET', toWalletType: 'SUBSCRIPTION', amount }, customer.token)
      return customer
    },
    wallet: ({ token }: Customer) => running.ask(wallets.one, { walletType: 'SUBSCRIPTION' }, token),
    tampered: (tamper: Tamper, folder: string | null = null) =>
      findingsAfter(database.pool, folder, async (client) => {
        for (const table of TABLES) await client.query(`alter table ${table} disable trigger all`)
        await tamper(client)
      }),
    end: async () => {
      await expectSoundBooks(database.pool)
      await running.stop()
      await database.stop()
    },
  }
  const harness: OfferingHarness = { ...running, database, ...own }
  return harness
}
