import { greatest } from '@rueda/rules/decimal.ts'
import { type AccountState, type Outcome, foresee } from '@rueda/rules/ledger/account-state.ts'

const LARGEST = 2n ** 63n - 1n

/**
 * Throws for an outcome that the books cannot keep: an entry that does not add up or leaves less than nothing, a number too large for its
 * column. Returns the account state as the outcome will leave it. Asked before the venue executes orders, because what it has executed and nobody can write makes the market begin anew.
 */
export function checkWritable(state: AccountState, outcome: Outcome): AccountState {
  const foreseen = foresee(state, outcome)
  const { entries, records = [] } = outcome
  for (const { lines } of entries) for (const { account, amount } of lines) checkFits(amount, account)
  for (const { kind, row } of records) checkNumbers(row, kind.name)
  for (const { type, cash, hold } of foreseen.wallets.values()) checkFits(greatest(cash, hold), type)
  return foreseen
}

/** Checks every number of a record, those in groups of columns too. */
function checkNumbers(record: object, name: string): void {
  for (const part of Object.values(record) as readonly unknown[]) {
    if (typeof part === 'bigint') checkFits(part, name)
    else if (typeof part === 'object' && part !== null) checkNumbers(part, name)
  }
}

function checkFits(amount: bigint, name: string): void {
  if (amount > LARGEST || amount < -LARGEST) throw new RangeError(`${name} of ${amount} does not fit the books`)
}
