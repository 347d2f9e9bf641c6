import { greatest } from '@rueda/rules/decimal.ts'
import { type AccountState, type Outcome, foresee } from '@rueda/rules/ledger/account-state.ts'

const LARGEST = 2n ** 63n - 1n

/**
 * Throws for an outcome that the books cannot keep: an entry that does not add up or leaves less than nothing, a number too large for its
 * column. Asked before the venue executes orders, because what it has executed and nobody can write makes the market begin anew.
 */
export function checkWritable(state: AccountState, outcome: Outcome): void {
  const { wallets } = foresee(state, outcome)
  const { entries, records = [] } = outcome
  for (const { lines } of entries) for (const { account, amount } of lines) checkFits(amount, account)
  for (const { kind, row } of records) checkNumbers(row, kind.name)
  for (const { type, cash, hold } of wallets.values()) checkFits(greatest(cash, hold), type)
}

/** Checks every number of a record, those in groups of columns too. */
function checkNumbers(value: unknown, name: string): void {
  if (typeof value === 'bigint') checkFits(value, name)
  else if (typeof value === 'object' && value !== null)
    for (const [key, part] of Object.entries(value)) checkNumbers(part, `${name}.${key}`)
}

function checkFits(amount: bigint, name: string): void {
  if (amount > LARGEST || amount < -LARGEST) throw new RangeError(`${name} of ${amount} does not fit the books`)
}
