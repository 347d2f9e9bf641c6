import type { Session } from '@rueda/exchange/venue.ts'
import { SCALE } from '@rueda/rules/decimal.ts'
import { DAY_MS } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'

/** The contracts customers hold open, long and short: now, and at the end of the trade date before (`docs/rules/futures.md` B.4). */
export type OpenContracts = Readonly<{ now: number; before: number }>

export const NOTHING_OPEN: OpenContracts = { now: 0, before: 0 }

type Asked = Readonly<{ instrumentIds: readonly string[]; session: Pick<Session, 'tradeDate' | 'opensAt'> }>

/** By instrument; the session is that of the trade date which counts as today. */
export async function openContracts(pool: Pool, { instrumentIds, session }: Asked): Promise<ReadonlyMap<string, OpenContracts>> {
  const { tradeDate, opensAt } = session
  const { rows } = await pool.query<{ instrument_id: string; now: string; before: string }>(SUM_OPEN, [instrumentIds, tradeDate, opensAt])
  return new Map(rows.map(({ instrument_id, now, before }) => [instrument_id, { now: contractsOf(now), before: contractsOf(before) }]))
}

const contractsOf = (quantity: string): number => Number(BigInt(quantity) / SCALE)

/** Contracts open at the end of the day before: those that the fills up to then had opened and not closed. */
const SUM_OPEN = `
  select m.instrument_id,
         sum(m.quantity)::text as now,
         sum(coalesce(earlier.quantity, 0))::text as before
  from margin_positions m
  left join lateral (
    select sum(case when f.side = m.side then f.quantity else -f.quantity end) as quantity
    from fills f
    where f.account_id = m.account_id and f.position_id = m.id and f.trade_date < $2 and f.at >= m.opened_at - ${DAY_MS}
  ) earlier on true
  where m.instrument_id = any($1::text[]) and (m.closed_at is null or m.closed_at >= $3)
  group by m.instrument_id`
