import { house, walletAccount } from '../ledger/accounts.ts'
import type { Outcome } from '../ledger/account-state.ts'
import { type EntryDraft, transfer } from '../ledger/entry.ts'
import type { CalendarDate } from '../time.ts'

const GRANT_STEP = 0
const PLACED_STEP = 1

/**
 * The labelled practice money of a new account where money is simulated (J98). It arrives in US_WALLET, and half of
 * it is placed in the STOCK wallet at once (J20), so that a first order needs no transfer. `amount` in cents.
 */
export function grantPracticeMoney(accountId: string, amount: bigint, valueDate: CalendarDate): Outcome {
  const funding = walletAccount('US_WALLET', 'CASH')
  const granted: EntryDraft = {
    journal: 'J98',
    cause: { kind: 'grant', id: accountId, step: GRANT_STEP },
    lines: transfer({ from: house.promotion('USD'), to: funding, asset: 'USD', amount }),
    valueDate,
  }
  const placed: EntryDraft = {
    journal: 'J20',
    cause: { kind: 'grant', id: accountId, step: PLACED_STEP },
    lines: transfer({ from: funding, to: walletAccount('STOCK', 'CASH'), asset: 'USD', amount: amount / 2n }),
    valueDate,
  }
  return { entries: amount === 0n ? [] : [granted, placed] }
}
