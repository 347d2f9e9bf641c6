import { type ShareLock, shareLockKind } from '@rueda/rules/positions/share-lock.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import { type TableParts, heldByKey, loadingOf, lookup, storedKind } from '../../write-path/record-kind.ts'

export type ShareLockRecord = Readonly<{
  account_id: bigint
  id: string
  instrument_id: string
  quantity: bigint
  unlocks_on: CalendarDate
  locked_at: bigint
  changed_at: bigint
  unlocked_at: bigint | null
}>

export const readShareLock = (row: ShareLockRecord): ShareLock => ({
  id: row.id,
  accountId: String(row.account_id),
  instrumentId: row.instrument_id,
  quantity: row.quantity,
  unlocksOn: row.unlocks_on,
  lockedAt: Number(row.locked_at),
  changedAt: Number(row.changed_at),
  unlockedAt: row.unlocked_at === null ? null : Number(row.unlocked_at),
})

const lockTable: TableParts<ShareLock> = {
  key: [
    ['account_id', 'bigint', (lock) => lock.accountId],
    ['id', 'uuid', (lock) => lock.id],
  ],
  fixed: [
    ['instrument_id', 'text', (lock) => lock.instrumentId],
    ['unlocks_on', 'date', (lock) => lock.unlocksOn],
    ['locked_at', 'bigint', (lock) => lock.lockedAt],
  ],
  changing: [
    ['quantity', 'bigint', (lock) => lock.quantity],
    ['changed_at', 'bigint', (lock) => lock.changedAt],
    ['unlocked_at', 'bigint', (lock) => lock.unlockedAt],
  ],
}

const READ_LOCKS = `
  select l.* from unnest($1::bigint[], $2::uuid[]) as asked (account_id, id)
  cross join lateral (select * from share_locks where account_id = asked.account_id and id = asked.id limit 1) l`
const READ_OPEN_LOCKS = `
  select l.* from unnest($1::bigint[], $2::text[]) as asked (account_id, instrument_id)
  join share_locks l on l.account_id = asked.account_id and l.instrument_id = asked.instrument_id and l.unlocked_at is null`

const loading = loadingOf(shareLockKind, readShareLock)
export const shareLocksById = lookup('read-share-locks', READ_LOCKS, loading, heldByKey(shareLockKind))
/** Every open lock of positions in these instruments. */
export const openLocksIn = lookup('read-open-share-locks', READ_OPEN_LOCKS, loading)

export const shareLocks = storedKind(shareLockKind, {
  table: 'share_locks',
  parts: lockTable,
  classes: { personal: 'account_id id instrument_id quantity unlocks_on locked_at changed_at unlocked_at' },
})
