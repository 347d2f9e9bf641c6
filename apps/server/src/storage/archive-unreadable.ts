import type { UtcMonth } from '@rueda/rules/months.ts'

/** An archived month that cannot be read now: its file is away, or is not the one that was written. */
export class ArchiveUnreadable extends Error {
  override name = 'ArchiveUnreadable'
  constructor(month: UtcMonth, cause?: unknown) {
    super(`the archive of ${month} cannot be read`, { cause })
  }
}
