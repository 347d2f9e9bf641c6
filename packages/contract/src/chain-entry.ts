import type { Entry } from '@rueda/rules/ledger/entry.ts'
import type { ChainEntry } from './trust.ts'

/** An entry as the rules have it, of what its owner is given: what its hash is computed from. */
export const entryOf = ({ accountNumber, timestamp, lines, reversalOf, ...entry }: ChainEntry): Entry => ({
  ...entry,
  accountId: accountNumber,
  at: timestamp,
  journal: entry.journal as Entry['journal'],
  cause: entry.cause as Entry['cause'],
  ...(reversalOf === null ? {} : { reversalOf }),
  lines: lines.map(({ account, asset, amount }) => ({ account, asset, amount: BigInt(amount) })),
  balancesAfter: lines.map(({ balanceAfter }) => (balanceAfter === null ? null : BigInt(balanceAfter))),
})
