import { rm } from 'node:fs/promises'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import type { App, FullApp } from '../../app.ts'
import type { Job } from '../../jobs/repeat.ts'
import { dropUnused } from '../../storage/files.ts'
import { storedFiles } from '../../storage/storage.ts'

const EVERY_MS = 10 * MINUTE_MS

export const fileJobs = (app: FullApp): readonly Job[] => [
  { everyMs: EVERY_MS, work: () => keepFiles(app, app.wallClock.now()), failed: 'the folder of files could not be looked after' },
]

const UNUSED_KEPT_FOR_MS = DAY_MS
const ORPHANS_KEPT_FOR_MS = HOUR_MS

/**
 * Looks after the folder of files: unused files go after a day, and files without a row after an hour, which a crash in the middle of an
 * upload leaves. May run as often as one likes.
 */
export async function keepFiles(
  app: Pick<App, 'pool'> & Readonly<{ settings: Pick<App['settings'], 'DATA_DIR'> }>,
  now: Instant,
): Promise<void> {
  await dropUnused(app, now - UNUSED_KEPT_FOR_MS)
  const old = (await storedFiles(app.settings.DATA_DIR)).filter(({ writtenAt }) => writtenAt < now - ORPHANS_KEPT_FOR_MS)
  if (old.length === 0) return
  const { rows } = await app.pool.query<{ file_id: string }>('select file_id::text from files where file_id::text = any($1)', [
    old.map(({ name }) => name),
  ])
  const known = new Set(rows.map((row) => row.file_id))
  for (const { name, path } of old) if (!known.has(name)) await rm(path, { force: true })
}
