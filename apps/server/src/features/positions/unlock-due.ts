import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import { endLock } from '@rueda/rules/positions/share-lock.ts'
import { ok } from '@rueda/rules/result.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import { inSets, taken } from '../../in-sets.ts'
import { commandKind } from '../../write-path/commands.ts'
import { shareLocksById } from './lock-records.ts'
import { openPositionsIn } from './records.ts'

type DueRecord = Readonly<{ account_id: bigint; id: string; instrument_id: string }>

const DUE = `
  select account_id, id, instrument_id from share_locks
  where unlocked_at is null and unlocks_on <= $1 and instrument_id like $2 || ':%' order by unlocks_on, account_id, id`

/**
 * The part of the CALENDAR job that frees locked shares (J54). What was freed is not found again, and days that nobody was there for are
 * made up for. Returns the number of locks.
 */
export async function unlockDue(app: Pick<App, 'pool' | 'commands'>, market: MarketName, date: CalendarDate): Promise<number> {
  const { rows } = await app.pool.query<DueRecord>(DUE, [date, market])
  await inSets(rows, async ({ account_id, id, instrument_id }) => {
    const unlocking = { lockId: id, instrumentId: instrument_id, today: date }
    taken(await app.commands.run(endingLock, { accountId: String(account_id), idempotency: null, arguments: unlocking }))
  })
  return rows.length
}

type Unlocking = Readonly<{ lockId: string; instrumentId: string; today: CalendarDate }>
const NOTHING = { entries: [] } as const

export const endingLock = commandKind({
  name: 'positions.unlock',
  reads: ({ lockId, instrumentId }: Unlocking) => ({ wallets: [], records: [openPositionsIn([instrumentId]), shareLocksById([lockId])] }),
  decide: (_, unlocking, state, now) => ok({ outcome: endLock(state, unlocking, now) ?? NOTHING, data: true }),
})
