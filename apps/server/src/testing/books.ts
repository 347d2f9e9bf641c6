import { randomUUID } from 'node:crypto'
import { SCALE } from '@rueda/rules/decimal.ts'
import { arrivalKind, depositKind } from '@rueda/rules/deposits/records.ts'
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

/** A deposit that arrived in full, into any wallet, in minor units of its currency. */
export const fundWallet = (writePath: WritePath, accountId: string, wallet: WalletType, minor: bigint): Promise<unknown> =>
  writePath.run({
    accountId,
    idempotency: null,
    reads: { wallets: [wallet] },
    decide: (_, now) => {
      const asset = walletCurrencies[wallet]
      const [id, channel] = [randomUUID(), 'ARS-BANK'] as const
      const arrival = { id: randomUUID(), amount: minor, reference: id, block: null, at: now }
      const lines = transfer({ from: house.bank(asset), to: walletAccount(wallet, 'CASH'), asset, amount: minor })
      return ok({
        outcome: {
          entries: [{ journal: 'J02', cause: { kind: 'deposit', id, step: 0 }, lines, valueDate: '2026-11-18' }],
          records: depositKind.changed({
            ...{ id, number: `D${id}`, accountId, channel, announced: null, proof: null, txHash: null, arrival },
            ...{ credited: minor, rate: SCALE, shortfall: 0n, status: 'credited', reason: null },
            ...{ startedAt: now, reviewAt: null, changedAt: now },
          }),
          events: arrivalKind.happened({ ...arrival, accountId, channel }),
        },
        data: true,
      })
    },
  })
