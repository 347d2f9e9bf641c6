import { mayLeave } from '@rueda/rules/archive/archive.ts'
import { type UtcMonth, monthAfter, monthOf } from '@rueda/rules/months.ts'
import { HOUR_MS, type Instant } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'
import type { FullApp } from '../../app.ts'
import type { Job } from '../../jobs/repeat.ts'
import { headFrom, sealedKeyOf } from '../../trust-log/own-heads.ts'
import { proofOf } from '../../trust-log/proofs.ts'
import { closeHouseDays } from '../ledger/house-days.ts'
import { type Stays, leaveMonth, shrinkMonth } from './leave-month.ts'
import { oldestMoment, statusOf } from './store.ts'
import { type Archiving, writeMonth } from './write-month.ts'

/** Months that the setting does not keep leave one after the other, the oldest first. Without the setting nothing ever does. */
export const archiveJobs = (app: FullApp): readonly Job[] =>
  app.settings.KEEP_MONTHS === undefined
    ? []
    : [{ everyMs: HOUR_MS, work: () => archiveMonths(app), failed: 'a month of the ledger could not be archived and is tried again' }]

type Parts = Pick<FullApp, 'pool' | 'vault' | 'files' | 'clock' | 'wallClock' | 'trustLog' | 'settings' | 'log'>

export async function archiveMonths(app: Parts): Promise<void> {
  const { pool, clock, wallClock, log, settings } = app
  const kept = settings.KEEP_MONTHS
  if (kept === undefined) return
  for (const month of await monthsToLeave(pool, kept, clock.now())) {
    const stays = await archiveMonth(app, month, wallClock.now())
    if (stays === null) continue
    log.info({ month, stays }, 'a month of the ledger stays in the tables for now')
    return
  }
}

/** Takes one month as far as it goes; it may end anywhere and goes on from there. */
export async function archiveMonth(app: Parts, month: UtcMonth, now: Instant): Promise<Stays> {
  const { pool, clock, log } = app
  const before = await statusOf(pool, month)
  if (before === 'shrunk') return null
  if (before !== 'left') {
    // A day that is added up later would miss what has left.
    await closeHouseDays(pool, clock.now())
    await writeMonth(archivingOf(app), month, now)
    const stays = await leaveMonth(app, month, now)
    if (stays !== null) return stays
    log.info({ month }, 'a month of the ledger has left the tables')
  }
  // The room comes back another time where somebody is reading.
  await shrinkMonth(pool, month, now)
  return null
}

async function monthsToLeave(pool: Pool, kept: number, now: Instant): Promise<readonly UtcMonth[]> {
  const oldest = await oldestMoment(pool)
  const months: UtcMonth[] = []
  if (oldest === null) return months
  for (let month = monthOf(oldest); mayLeave(month, kept, now); month = monthAfter(month)) months.push(month)
  return months
}

const archivingOf = ({ pool, vault, files, trustLog }: Parts): Archiving => ({
  ...{ pool, vault, files },
  proofFrom: async (reader, accountId, sequence) => {
    const [head, sealed] = [await headFrom(reader, accountId, sequence), await sealedKeyOf(reader, accountId)]
    if (head === null || sealed === null) return null
    const logged = { sequence: Number(head.sequence), head: head.head }
    return proofOf(trustLog, { log: head.log, index: Number(head.entry_index), head: logged, key: trustLog.keyOf(accountId, sealed) })
  },
})
