import { DAY_MS, type Instant } from '@rueda/rules/time.ts'
import { USUAL_LIST } from '@rueda/rules/watchlist/lists.ts'
import type { Pool } from 'pg'
import type { Caller } from '../../http/handler.ts'

/** The instruments on the caller's usual list in its order, for the quotes (`docs/rules/watchlist.md` P.1). */
export async function watchedBy(pool: Pool, caller: Caller | null): Promise<ReadonlySet<string>> {
  if (caller === null) return new Set()
  const { rows } = await pool.query<{ instrument_id: string }>(
    'select instrument_id from watchlist where account_id = $1 and list_id = $2 order by place, added_at desc, watch_id desc',
    [caller.accountId, USUAL_LIST],
  )
  return new Set(rows.map((row) => row.instrument_id))
}

const RECENT_DAYS = 7
const COUNT_AGAIN_AFTER_MS = 60_000

/** Counts the accounts that added each instrument within seven days, to whichever of their lists. It is no figure of the moment, so a count serves everybody for a minute. */
export function recentAdds(pool: Pool): (now: Instant) => Promise<ReadonlyMap<string, number>> {
  let counted: Promise<ReadonlyMap<string, number>> | null = null
  let countedAt: Instant = 0
  return (now) => {
    if (counted !== null && now - countedAt < COUNT_AGAIN_AFTER_MS) return counted
    countedAt = now
    counted = countAdds(pool, now)
    // The next caller repeats a failed count.
    counted.catch(() => {
      counted = null
    })
    return counted
  }
}

async function countAdds(pool: Pool, now: Instant): Promise<ReadonlyMap<string, number>> {
  const { rows } = await pool.query<{ instrument_id: string; adds: bigint }>(
    'select instrument_id, count(distinct account_id) as adds from watchlist where added_at > $1 group by instrument_id',
    [now - RECENT_DAYS * DAY_MS],
  )
  return new Map(rows.map((row) => [row.instrument_id, Number(row.adds)]))
}
