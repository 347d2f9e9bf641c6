import type { Entry, ExecutionTerms } from '@rueda/rules/ledger/entry.ts'
import type { ChainEntry } from './trust.ts'

/** An entry as the rules have it, of what its owner is given: what its hash is computed from. */
export const entryOf = ({ accountNumber, timestamp, lines, reversalOf, execution, ...entry }: ChainEntry): Entry => ({
  ...entry,
  accountId: accountNumber,
  at: timestamp,
  journal: entry.journal as Entry['journal'],
  cause: entry.cause as Entry['cause'],
  ...(reversalOf === null ? {} : { reversalOf }),
  ...(execution === null ? {} : { execution: termsOf(execution) }),
  lines: lines.map(({ account, asset, amount }) => ({ account, asset, amount: BigInt(amount) })),
  balancesAfter: lines.map(({ balanceAfter }) => (balanceAfter === null ? null : BigInt(balanceAfter))),
})

const termsOf = ({ price, quantity, timestamp, isResting, ...terms }: NonNullable<ChainEntry['execution']>): ExecutionTerms => ({
  ...terms,
  price: BigInt(price),
  quantity: BigInt(quantity),
  at: timestamp,
  resting: isResting === 1,
})
