import { createHash } from 'node:crypto'
import type { LedgerEntry } from '@rueda/contract/admin/ledger.ts'
import { type Entry, GENESIS_HASH, canonicalEntry, isBalanced } from '@rueda/rules/ledger/entry.ts'
import { reversalBarOf } from '@rueda/rules/reversals/reversal.ts'
import { amountOf, readEntry } from './entry-rows.ts'
import type { ShownRecord } from './store.ts'

/** With the balances of an account of the brokerage after each line, if requested. */
export function presentEntry(row: ShownRecord, balances: readonly (bigint | null)[] | null): LedgerEntry {
  const entry = readEntry(row)
  const { accountId, sequence, journal, cause, hash, previousHash } = entry
  return {
    ...{ accountId, sequence, journal, hash, previousHash },
    timestamp: entry.at,
    valueDate: entry.valueDate,
    causeKind: cause.kind,
    causeId: cause.id,
    causeNumber: row.cause_number,
    lines: entry.lines.map(({ account, asset, amount }, index) => {
      const after = entry.balancesAfter[index] ?? balances?.[index] ?? null
      const size = amountOf(amount < 0n ? -amount : amount, asset)
      return {
        ...{ account, asset },
        debit: amount < 0n ? size : null,
        credit: amount > 0n ? size : null,
        balanceAfter: after === null ? null : amountOf(after, asset),
      }
    }),
    isBalanced: isBalanced(entry.lines) ? 1 : 0,
    // What it continues may have left the tables, and is then held to by `npm run verify`.
    isVerified: verifies(entry, row.before_has_left ? entry.previousHash : (row.hash_before ?? GENESIS_HASH)) ? 1 : 0,
    reversalOf: entry.reversalOf ?? null,
    reversedBy: row.reversed_by === null ? null : Number(row.reversed_by),
    reversalBar: reversalBarOf(entry),
  }
}

/** Its content gives its hash, and it continues the entry before. */
function verifies({ hash, ...content }: Entry, before: string): boolean {
  return content.previousHash === before && createHash('sha256').update(canonicalEntry(content)).digest('hex') === hash
}
