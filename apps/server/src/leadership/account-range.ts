import type { NumberedTable } from './numbered-lease.ts'

/** Ranges of accounts, by the hash of their numbers (`rangeOfAccount`), each of which one process at a time writes. Its batches share their lock in `hold_range`. */
export const accountRanges: NumberedTable = {
  table: 'account_ranges',
  number: 'range',
  ownerLock: 7_831_000,
  batchLock: 7_832_000,
  texts: {
    connection: 'rueda accounts',
    waits: 'every range of accounts has its process; this one waits as a standby',
    holds: 'this process holds a range of accounts now',
    broke: 'the connection that holds the range of accounts broke; this process asks for it again',
    lost: 'another process holds this range of accounts, or there are no longer as many ranges',
  },
}
