import type { NumberedTable } from './numbered-lease.ts'

/** Groups of instruments, by the hash of their ids (`groupOfInstrument`), each of which one process at a time runs. It writes nothing, so nobody shares its second lock. */
export const marketGroups: NumberedTable = {
  table: 'market_groups',
  number: 'number',
  ownerLock: 7_833_000,
  batchLock: 7_834_000,
  texts: {
    connection: 'rueda market',
    waits: 'every group of instruments has its process; this one waits as a standby',
    holds: 'this process holds a group of instruments now',
    broke: 'the connection that holds the group of instruments broke; this process asks for it again',
    lost: 'another process holds this group of instruments, or there are no longer as many groups',
  },
}
