import { SCALE } from '@rueda/rules/decimal.ts'
import type { Pool } from 'pg'

/** How many contracts customers hold open, long and short, by instrument (`domain.md` B.4). */
export async function openByCustomers(pool: Pool, instrumentIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await pool.query<{ instrument_id: string; open: string }>(SUM_OPEN, [instrumentIds])
  return new Map(rows.map(({ instrument_id, open }) => [instrument_id, Number(BigInt(open) / SCALE)]))
}

const SUM_OPEN = `
  select instrument_id, sum(quantity)::text as open
  from margin_positions
  where closed_at is null and instrument_id = any($1::text[])
  group by instrument_id`
