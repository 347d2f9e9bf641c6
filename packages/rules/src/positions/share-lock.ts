import { SCALE } from '../decimal.ts'
import { securityAccount } from '../ledger/accounts.ts'
import type { AccountState, Outcome } from '../ledger/account-state.ts'
import { transfer } from '../ledger/entry.ts'
import { recordKind } from '../ledger/record.ts'
import type { CalendarDate, Instant } from '../time.ts'
import { positionKind } from './records.ts'

/**
 * Shares of a position that cannot be sold before a date (`docs/rules/positions.md` D.4): they are the customer's, count in everything
 * they own, earn dividends and split like the others. What is locked of a position is the sum of its open locks.
 */
export type ShareLock = Readonly<{
  /** That of the order they were bought with. */
  id: string
  accountId: string
  instrumentId: string
  /** In units of 10^-8; zero once they are free. */
  quantity: bigint
  /** They are freed before this trading day opens. */
  unlocksOn: CalendarDate
  lockedAt: Instant
  changedAt: Instant
  unlockedAt: Instant | null
}>

export const shareLockKind = recordKind<ShareLock>({ name: 'share lock' })

/** Open locks of a position, those that end first before the others. */
export const locksIn = (state: AccountState, instrumentId: string): readonly ShareLock[] =>
  [...shareLockKind.of(state).values()]
    .filter((lock) => lock.instrumentId === instrumentId && lock.unlockedAt === null)
    .toSorted((a, b) => (a.unlocksOn < b.unlocksOn ? -1 : a.unlocksOn > b.unlocksOn ? 1 : 0))

/** J54 on its day: the shares of a lock are free. Null for one that is not due, or was ended already. */
export function endLock(
  state: AccountState,
  { lockId, today }: Readonly<{ lockId: string; today: CalendarDate }>,
  now: Instant,
): Outcome | null {
  const lock = shareLockKind.of(state).get(lockId)
  if (lock === undefined || lock.unlockedAt !== null || lock.unlocksOn > today) return null
  const { instrumentId, quantity } = lock
  const position = positionKind.of(state).get(instrumentId)
  if (position === undefined) throw new Error(`locked shares without a position in ${instrumentId}`)
  const lines = transfer({
    from: securityAccount('SECLOCK', instrumentId),
    to: securityAccount('SEC', instrumentId),
    asset: instrumentId,
    amount: quantity,
  })
  return {
    entries: [{ journal: 'J54', cause: { kind: 'lock', id: lock.id, step: 0 }, lines, valueDate: today }],
    records: [
      ...positionKind.changed({ ...position, free: position.free + quantity, locked: position.locked - quantity, changedAt: now }),
      ...shareLockKind.changed({ ...lock, quantity: 0n, changedAt: now, unlockedAt: now }),
    ],
  }
}

type SharesOfSplit = Readonly<{ newShares: bigint; oldShares: bigint }>

/** Each lock in new shares, whole ones; one of which none is left ends with the split. */
export const splitLocks = (locks: readonly ShareLock[], split: SharesOfSplit, now: Instant): readonly ShareLock[] =>
  locks.map((lock) => {
    const quantity = afterSplits(lock.quantity, [split])
    return { ...lock, quantity, changedAt: now, unlockedAt: quantity === 0n ? now : null }
  })

/** The whole shares that splits make of so many, one split after the other. */
export const afterSplits = (quantity: bigint, splits: readonly SharesOfSplit[]): bigint =>
  splits.reduce((old, { newShares, oldShares }) => ((old * newShares) / (oldShares * SCALE)) * SCALE, quantity)
