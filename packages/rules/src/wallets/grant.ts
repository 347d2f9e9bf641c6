import { house, walletAccount } from '../ledger/accounts.ts'
import type { Outcome } from '../ledger/account-state.ts'
import { type Cause, type EntryDraft, transfer } from '../ledger/entry.ts'
import type { CalendarDate } from '../time.ts'

const GRANT_STEP = 0
const PLACED_STEP = 1

type Grant = Readonly<{
  /** In cents. */
  amount: bigint
  valueDate: CalendarDate
  /** Of the grant, and of its half that is placed. */
  causes: readonly [Cause, Cause]
}>

/**
 * The labelled practice money of an account where money is simulated (J98). It arrives in US_WALLET, and half of it is placed in the
 * STOCK wallet at once (J20), so that a first order needs no transfer.
 */
export function grantEntries({ amount, valueDate, causes: [granting, placing] }: Grant): readonly EntryDraft[] {
  if (amount === 0n) return []
  const funding = walletAccount('US_WALLET', 'CASH')
  return [
    {
      journal: 'J98',
      cause: granting,
      lines: transfer({ from: house.promotion('USD'), to: funding, asset: 'USD', amount }),
      valueDate,
    },
    {
      journal: 'J20',
      cause: placing,
      lines: transfer({ from: funding, to: walletAccount('STOCK', 'CASH'), asset: 'USD', amount: amount / 2n }),
      valueDate,
    },
  ]
}

/** The grant of a new account, `amount` in cents. */
export function grantPracticeMoney(accountId: string, amount: bigint, valueDate: CalendarDate): Outcome {
  const cause = (step: number): Cause => ({ kind: 'grant', id: accountId, step })
  return { entries: grantEntries({ amount, valueDate, causes: [cause(GRANT_STEP), cause(PLACED_STEP)] }) }
}
