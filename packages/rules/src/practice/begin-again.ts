import { house, walletAccount } from '../ledger/accounts.ts'
import type { AccountState, Outcome } from '../ledger/account-state.ts'
import { type Cause, type EntryDraft, transfer } from '../ledger/entry.ts'
import { type Result, ok, refuse } from '../result.ts'
import { type CalendarDate, DAY_MS, type Instant } from '../time.ts'
import { grantEntries } from '../wallets/grant.ts'

/**
 * Beginning again with practice money (`docs/rules/accounts.md` P.15): all cash goes back to where it came from and a new grant is booked, in one
 * transaction, on the same account and the same chain.
 */
const DAYS_BETWEEN = 7
export const BEGINNING_EVERY_MS = DAYS_BETWEEN * DAY_MS

/** Every beginning of an account has this cause; its steps go on where the one before ended. */
export const BEGINNING_CAUSE = { kind: 'newBeginning', id: 'beginning' } as const
export const BEGINNING_STEPS = 3

type Beginning = Readonly<{
  /** The place in the chain up to which nothing was found in the way; what was booked since stops it. */
  sequence: number
  /** False when an order, a position or anything else than free cash was found. */
  isFree: boolean
  /** How many times the account has begun again, and when it last did. */
  count: number
  lastAt: Instant | null
  /** In cents. */
  grant: bigint
  valueDate: CalendarDate
}>

/** When the account may begin again; null for at once. */
export const mayBeginAt = (lastAt: Instant | null, now: Instant): Instant | null =>
  lastAt === null || now >= lastAt + BEGINNING_EVERY_MS ? null : lastAt + BEGINNING_EVERY_MS

/** J98b gives all cash back, J98 and J20 book a new grant. Refusals: too early, frozen, or anything owned but free cash. */
export function beginAgain(state: AccountState, { count, ...given }: Beginning, now: Instant): Result<Outcome> {
  const { sequence, isFree, lastAt, grant, valueDate } = given
  const from = mayBeginAt(lastAt, now)
  if (from !== null) return refuse('practice.too_soon', { fromTimestamp: from })
  if (state.frozen) return refuse('account.frozen')
  const wallets = [...state.wallets.values()]
  const isIdle = state.openOrders === 0 && wallets.every(({ hold, margin }) => hold === 0n && margin === 0n)
  if (!isFree || !isIdle || state.sequence !== sequence) return refuse('account.in_use')
  const cause = (step: number): Cause => ({ ...BEGINNING_CAUSE, step: count * BEGINNING_STEPS + step })
  const lines = wallets.flatMap(({ type, currency, cash: amount }) =>
    amount === 0n ? [] : transfer({ from: walletAccount(type, 'CASH'), to: house.promotion(currency), asset: currency, amount }),
  )
  const returned: readonly EntryDraft[] = lines.length === 0 ? [] : [{ journal: 'J98b', cause: cause(0), lines, valueDate }]
  return ok({ entries: [...returned, ...grantEntries({ amount: grant, valueDate, causes: [cause(1), cause(2)] })] })
}
