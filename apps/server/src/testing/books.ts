import { house, walletAccount } from '@rueda/rules/ledger/accounts.ts'
import { transfer } from '@rueda/rules/ledger/entry.ts'
import { grantPracticeMoney } from '@rueda/rules/wallets/grant.ts'
import { type WalletType, walletCurrencies } from '@rueda/rules/wallets/wallet.ts'
import { ok } from '@rueda/rules/result.ts'
import type { Pool } from 'pg'
import { insertAccountState } from '../features/wallets/open.ts'
import type { WritePath } from '../write-path/write-path.ts'
import type { Customer, Harness } from './harness.ts'

/** Moves a customer's money from STOCK to the wallet that pays for positions on margin. */
export const fundMargin = (writePath: WritePath, accountId: string, wallet: 'FUTURE' | 'FOREX', cents: bigint): Promise<unknown> =>
  writePath.run({
    accountId,
    idempotency: null,
    reads: { wallets: ['STOCK', wallet] },
    decide: () => {
      const lines = transfer({ from: 'U:STOCK:CASH', to: `U:${wallet}:CASH`, asset: 'USD', amount: cents })
      const cause = { kind: 'transfer', id: `test-${wallet}`, step: 0 } as const
      return ok({ outcome: { entries: [{ journal: 'J20', cause, lines, valueDate: '2026-11-18' }] }, data: true })
    },
  })

/** A new customer with 40 000.00 in FUTURE and 5 000.00 in FOREX. */
export async function newMarginCustomer(harness: Pick<Harness, 'writePath' | 'newCustomer'>): Promise<Customer> {
  const customer = await harness.newCustomer()
  await fundMargin(harness.writePath, customer.accountId, 'FUTURE', 4_000_000n)
  await fundMargin(harness.writePath, customer.accountId, 'FOREX', 500_000n)
  return customer
}

/** The account of a test's customer, with this much money in the STOCK wallet. */
export async function openTestAccount(pool: Pool, writePath: WritePath, accountId: string, cents: bigint): Promise<string> {
  const client = await pool.connect()
  try {
    await insertAccountState(client, accountId)
  } finally {
    client.release()
  }
  await writePath.run({
    accountId,
    idempotency: null,
    reads: { wallets: ['US_WALLET', 'STOCK'] },
    decide: () => ok({ outcome: grantPracticeMoney(accountId, cents * 2n, '2026-11-20'), data: true }),
  })
  return accountId
}

/** Moves the brokerage's own money into a customer's wallet, in minor units of its currency. */
export const fundWallet = (writePath: WritePath, accountId: string, wallet: WalletType, minor: bigint): Promise<unknown> =>
  writePath.run({
    accountId,
    idempotency: null,
    reads: { wallets: [wallet] },
    decide: () => {
      const asset = walletCurrencies[wallet]
      const lines = transfer({ from: house.promotion(asset), to: walletAccount(wallet, 'CASH'), asset, amount: minor })
      const cause = { kind: 'grant', id: `test-${wallet}`, step: 0 } as const
      return ok({ outcome: { entries: [{ journal: 'J98', cause, lines, valueDate: '2026-11-18' }] }, data: true })
    },
  })
