import type { Instant } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'
import { z } from 'zod'
import { anchorState, keepAnchor } from '../../anchors/anchor-file.ts'

/**
 * Anchors are kept outside the database: every minute the heads of the chains that moved are appended to a file. Cutting the tail of a
 * chain, or rewriting it and its hashes, does not change the file.
 */
export type Anchor = Readonly<{ at: Instant; heads: readonly Head[] }>
export type Head = readonly [accountId: string, sequence: number, hash: string]

/** A line of the file; those of earlier versions have a root over all heads beside them. */
export const anchorLine = z.object({
  at: z.number(),
  heads: z.array(z.tuple([z.string().regex(/^\d+$/u), z.number().int().positive(), z.string().regex(/^[0-9a-f]{64}$/u)])),
})

type HeadRecord = Readonly<{ account_id: bigint; sequence: bigint; head: string }>
/** Only accounts that have had an entry since, which the index of entries by their time finds. */
const MOVED = `
  select account_id, sequence, encode(head, 'hex') as head from account_states
  where account_id in (select account_id from entries where at >= $1) order by account_id`

/**
 * Each look goes back to the look before: a batch is booked at a moment shortly before it is committed. Heads written then are not written
 * again.
 */
export function createAnchoring(pool: Pool, dataFolder: string): Readonly<{ anchor: (now: Instant) => Promise<Anchor | null> }> {
  let written = new Map<bigint, string>()
  let looked: Instant | null = null
  return {
    anchor: async (now) => {
      const { since } = await anchorState(pool, 'heads')
      const { rows } = await pool.query<HeadRecord>(MOVED, [since > now ? 0 : since])
      const moved = rows.filter((row) => written.get(row.account_id) !== row.head)
      const heads = moved.map((row): Head => [String(row.account_id), Number(row.sequence), row.head])
      const anchor: Anchor | null = heads.length === 0 ? null : { at: now, heads }
      await keepAnchor(pool, dataFolder, { name: 'heads', line: anchor, since: looked ?? since })
      written = new Map(rows.map((row) => [row.account_id, row.head]))
      looked = now
      return anchor
    },
  }
}
