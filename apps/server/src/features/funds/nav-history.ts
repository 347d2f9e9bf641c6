import { type FundId, type Series, fundIds } from '@rueda/rules/funds/fund.ts'
import type { Holding, Move, Strike } from '@rueda/rules/funds/nav.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'

/** What units of each fund have been worth, kept in memory: everybody asks for it, and a day adds one line to each. */
export interface NavHistory {
  /** Every strike of a fund, the newest last; empty for one that was never struck. */
  strikes(fundId: FundId): readonly Strike[]
  latest(fundId: FundId): Strike | null
  /** The first strike on a date or after it; null while it is to come. */
  strikeFrom(fundId: FundId, date: CalendarDate): Strike | null
  /** Keeps new strikes; those that are there already stay. */
  keep(fundId: FundId, strikes: readonly Strike[], now: Instant): Promise<void>
  /** Reads what was struck since. */
  refresh(): Promise<void>
}

type StrikeRecord = Readonly<{
  fund_id: FundId
  date: CalendarDate
  nav: bigint
  fees: bigint
  moves: readonly (Readonly<{ before: string; now: string }> | null)[]
  holdings: readonly WrittenHolding[]
  struck_at: bigint
}>

/** A holding as it is stored: JSON has no whole numbers of this size. */
type WrittenHolding = Readonly<{ series: Series; weight: string; price: string | null }>

const written = ({ series, weight, price }: Holding): WrittenHolding => ({
  series,
  weight: String(weight),
  price: price === null ? null : String(price),
})
const readHolding = ({ series, weight, price }: WrittenHolding): Holding => ({
  series,
  weight: BigInt(weight),
  price: price === null ? null : BigInt(price),
})

const writtenMove = (move: Move | null) => (move === null ? null : { before: String(move.before), now: String(move.now) })
const readMove = (move: StrikeRecord['moves'][number]): Move | null =>
  move === null ? null : { before: BigInt(move.before), now: BigInt(move.now) }

export function createNavHistory(pool: Pool): NavHistory {
  const known = new Map<FundId, Strike[]>(fundIds.map((id) => [id, []]))
  let readThrough = 0n
  const strikesOf = (fundId: FundId): Strike[] => known.get(fundId) ?? []
  const refresh = async (): Promise<void> => {
    const { rows } = await pool.query<StrikeRecord>('select * from fund_strikes where struck_at >= $1 order by date', [readThrough])
    for (const { fund_id: fundId, date, nav, fees, moves, holdings, struck_at: struckAt } of rows) {
      const strikes = strikesOf(fundId)
      const last = strikes.at(-1)
      if (last === undefined || last.date < date)
        strikes.push({ date, nav, fees, moves: moves.map(readMove), holdings: holdings.map(readHolding) })
      if (struckAt > readThrough) readThrough = struckAt
    }
  }
  return {
    strikes: strikesOf,
    latest: (fundId) => strikesOf(fundId).at(-1) ?? null,
    strikeFrom: (fundId, from) => strikesOf(fundId).find(({ date }) => date >= from) ?? null,
    keep: async (fundId, strikes, now) => {
      await pool.query(
        `insert into fund_strikes (fund_id, date, nav, fees, moves, holdings, struck_at)
         select $1, date, nav, fees, moves, holdings, $2
         from unnest($3::date[], $4::bigint[], $5::bigint[], $6::jsonb[], $7::jsonb[]) as struck (date, nav, fees, moves, holdings)
         on conflict (fund_id, date) do nothing`,
        [
          ...[fundId, now],
          strikes.map(({ date }) => date),
          strikes.map(({ nav }) => nav),
          strikes.map(({ fees }) => fees),
          strikes.map(({ moves }) => JSON.stringify(moves.map(writtenMove))),
          strikes.map(({ holdings }) => JSON.stringify(holdings.map(written))),
        ],
      )
      await refresh()
    },
    refresh,
  }
}
