import type { Instant } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'
import { z } from 'zod'
import { anchorState, keepAnchor } from '../../anchors/anchor-file.ts'

/**
 * What is published of new shares and of placings is written to a file outside the database within a minute: the announcement of a draw with
 * its commitment, its quota and the round of its beacon, the terms of a placing once they are fixed, and the fingerprint of the list with the
 * close. Whoever rewrites any of it when the list is known, and so chooses the result, does not change the file.
 */
const published = z.object({
  /** Lines from before placings were written here say none: they are of new shares. */
  kind: z.enum(['ipo', 'placing']).default('ipo'),
  id: z.uuid(),
  announced: z.string(),
  /** Of a placing, from the opening of its window on. */
  terms: z.string().nullable().default(null),
  listHash: z.string().nullable(),
})
export const drawAnchor = z.object({ at: z.number(), draws: z.array(published) })
type DrawAnchor = z.output<typeof drawAnchor>
export type Published = z.output<typeof published>

/** Everything of an offering that never changes, as texts. */
const OFFERINGS = `
  select 'ipo' as kind, id, list_hash, announced_at, closed_at, false as is_open, null as terms,
         concat_ws(' ', number, instrument_id, price, lot_size, quota, max_lots, announced_at, opens_at, closes_at, draws_at, lists_on,
                   commitment, beacon_url, beacon_round) as announced from ipos
  union all
  select 'placing', id, list_hash, announced_at, closed_at, status = 'open',
         nullif(concat_ws(' ', reference, reference_on, price, lot_size, quota, max_lots), ''),
         concat_ws(' ', number, instrument_id, name, discount, announced_at, opens_on, closes_on, opens_at, closes_at) from placings`
const PUBLISHED = `select kind, id, announced, terms, list_hash as "listHash" from (${OFFERINGS}) as offerings`
export const PUBLISHED_OF = `${PUBLISHED} where id = any($1::uuid[])`
const PUBLISHED_SINCE = `${PUBLISHED} where announced_at >= $1 or closed_at >= $1 or is_open order by announced_at, id`

/** Each look goes back to the look before, as that of the heads does; what was written then is not written again. */
export function createDrawAnchoring(pool: Pool, dataFolder: string): Readonly<{ anchor: (now: Instant) => Promise<void> }> {
  let written = new Map<string, string>()
  let looked: Instant | null = null
  return {
    anchor: async (now) => {
      const { since } = await anchorState(pool, 'draws')
      const { rows } = await pool.query<Published>(PUBLISHED_SINCE, [since > now ? 0 : since])
      const draws = rows.filter((row) => written.get(row.id) !== textOf(row))
      const anchor: DrawAnchor | null = draws.length === 0 ? null : { at: now, draws }
      await keepAnchor(pool, dataFolder, { name: 'draws', line: anchor, since: looked ?? since })
      written = new Map(rows.map((row) => [row.id, textOf(row)]))
      looked = now
    },
  }
}

const textOf = ({ announced, terms, listHash }: Published): string => [announced, terms, listHash].join('\n')
