import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import type { App, FullApp } from '../../app.ts'
import type { Job } from '../../jobs/repeat.ts'
import { dropUnused } from '../../storage/files.ts'
import { ARCHIVE_FOLDER, FILES_FOLDER, TRUST_FOLDER, nameIn } from '../../storage/keys.ts'

const EVERY_MS = 10 * MINUTE_MS

export const fileJobs = (app: FullApp): readonly Job[] => [
  { everyMs: EVERY_MS, work: () => keepFiles(app, app.wallClock.now()), failed: 'the files could not be looked after' },
]

const UNUSED_KEPT_FOR_MS = DAY_MS
const ORPHANS_KEPT_FOR_MS = HOUR_MS

/**
 * Looks after the files: unused ones go after a day, and after an hour those without a row and halves of a write, which a crash in the middle of an
 * upload leaves. May run as often as one likes.
 */
export async function keepFiles({ pool, files }: Pick<App, 'pool' | 'files'>, now: Instant): Promise<void> {
  const before = now - ORPHANS_KEPT_FOR_MS
  await dropUnused({ pool, files }, now - UNUSED_KEPT_FOR_MS)
  for (const folder of [FILES_FOLDER, TRUST_FOLDER, ARCHIVE_FOLDER]) await files.dropDrafts(folder, before)
  for await (const page of files.list(FILES_FOLDER)) {
    const old = page.filter(({ writtenAt }) => writtenAt < before)
    if (old.length === 0) continue
    const { rows } = await pool.query<{ file_id: string }>('select file_id::text from files where file_id::text = any($1)', [
      old.map(({ key }) => nameIn(key)),
    ])
    const known = new Set(rows.map((row) => row.file_id))
    for (const { key } of old) if (!known.has(nameIn(key))) await files.remove(key)
  }
}
