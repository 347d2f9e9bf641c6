import type { Instant } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'
import { z } from 'zod'
import { anchorState, keepAnchor } from '../../anchors/anchor-file.ts'

/**
 * What is published of a draw is written to a file outside the database within a minute: the announcement with its commitment, its quota and
 * the round of its beacon, and the fingerprint of the list with the close. Whoever rewrites any of it when the list is known, and so chooses
 * the result, does not change the file.
 */
export const drawAnchor = z.object({
  at: z.number(),
  draws: z.array(z.object({ id: z.uuid(), announced: z.string(), listHash: z.string().nullable() })),
})
type DrawAnchor = z.output<typeof drawAnchor>
export type Published = DrawAnchor['draws'][number]

/** Everything of an offering that never changes, as one text. */
export const PUBLISHED_OF_IPOS = `
  select id, concat_ws(' ', number, instrument_id, price, lot_size, quota, max_lots, announced_at, opens_at, closes_at, draws_at, lists_on,
                       commitment, beacon_url, beacon_round) as announced, list_hash as "listHash" from ipos`
const PUBLISHED = `${PUBLISHED_OF_IPOS} where announced_at >= $1 or closed_at >= $1 order by announced_at, id`

/** Each look goes back to the look before, as that of the heads does; what was written then is not written again. */
export function createDrawAnchoring(pool: Pool, dataFolder: string): Readonly<{ anchor: (now: Instant) => Promise<void> }> {
  let written = new Map<string, string>()
  let looked: Instant | null = null
  return {
    anchor: async (now) => {
      const { since } = await anchorState(pool, 'draws')
      const { rows } = await pool.query<Published>(PUBLISHED, [since > now ? 0 : since])
      const draws = rows.filter((row) => written.get(row.id) !== textOf(row))
      const anchor: DrawAnchor | null = draws.length === 0 ? null : { at: now, draws }
      await keepAnchor(pool, dataFolder, { name: 'draws', line: anchor, since: looked ?? since })
      written = new Map(rows.map((row) => [row.id, textOf(row)]))
      looked = now
    },
  }
}

const textOf = ({ announced, listHash }: Published): string => `${announced} ${listHash ?? ''}`
