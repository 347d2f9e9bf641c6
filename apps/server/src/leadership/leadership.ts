import type { PoolConfig } from 'pg'
import type { Logger } from 'pino'
import { type Lease, takeLease } from './lease.ts'

/** One server leads a database: it alone migrates, runs the market and writes the ledger, or has those write it that hold its accounts. */
export const LEADER_LOCK = 7_830_001
/** Shared by all batches (`hold_epoch`). */
const EPOCH_LOCK = 7_830_002

const leader = {
  lock: LEADER_LOCK,
  counter: {
    lock: EPOCH_LOCK,
    read: 'select epoch from leadership',
    count: 'update leadership set epoch = epoch + 1 returning epoch',
    values: [],
  },
}

type Options = Readonly<{
  connection: PoolConfig
  log: Pick<Logger, 'info' | 'warn'>
  /** Called once when another server leads, before waiting for it as a standby. */
  onStandby: () => Promise<void>
}>

/** Resolves when this server leads, however long another one does until then; the earlier leader books nothing any more. */
export async function takeLeadership(options: Options): Promise<Lease> {
  const { lease } = await takeLease({
    ...options,
    choices: async () => [leader],
    texts: {
      connection: 'rueda leader',
      waits: 'another server leads this database; this one waits as a standby',
      holds: 'this server leads now',
      broke: 'the connection that holds the leadership broke; this server asks for it again',
      lost: 'another server leads this database',
    },
  })
  return lease
}
