import { type FundId, type Series, fundIds } from '@rueda/rules/funds/fund.ts'
import type { Holding, Move, Strike } from '@rueda/rules/funds/nav.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'

/** What units of each fund have been worth, kept in memory: everybody asks for it, and a day adds one line to each. */
export interface NavHistory {
  /** Every strike of a fund, the newest last; empty for one that was never struck. */
  strikes(fundId: FundId): readonly StruckDay[]
  /** The last strike with what the fund has held since. */
  latest(fundId: FundId): Strike | null
  /** The first strike on a date or after it; null while it is to come. */
  strikeFrom(fundId: FundId, date: CalendarDate): StruckDay | null
  /** Keeps new strikes; those that are there already stay. */
  keep(fundId: FundId, strikes: readonly Strike[], now: Instant): Promise<void>
  /** Reads what was struck since. */
  refresh(): Promise<void>
}

export type StrikeRecord = StruckDay &
  Readonly<{
    moves: readonly (Readonly<{ before: string; now: string }> | null)[]
    holdings: readonly WrittenHolding[]
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

/** What a unit was worth on a day; what the fund held then is needed of the last day alone. */
export type StruckDay = Pick<Strike, 'date' | 'nav' | 'fees'>
type DayRecord = StruckDay & Readonly<{ fund_id: FundId; struck_at: bigint }>

export function createNavHistory(pool: Pool): NavHistory {
  const known = new Map<FundId, StruckDay[]>(fundIds.map((id) => [id, []]))
  const latest = new Map<FundId, Strike>()
  let readThrough = 0n
  const strikesOf = (fundId: FundId): StruckDay[] => known.get(fundId) ?? []
  const refresh = async (): Promise<void> => {
    const { rows } = await pool.query<DayRecord>(DAYS, [readThrough])
    const changed = new Set<FundId>()
    for (const { fund_id: fundId, struck_at: struckAt, ...day } of rows) {
      const days = strikesOf(fundId)
      const last = days.at(-1)
      if (last === undefined || last.date < day.date) {
        days.push(day)
        changed.add(fundId)
      }
      if (struckAt > readThrough) readThrough = struckAt
    }
    for (const fundId of changed) {
      const strike = await wholeStrike(pool, fundId, strikesOf(fundId).at(-1)?.date)
      if (strike !== null) latest.set(fundId, strike)
    }
  }
  return {
    strikes: strikesOf,
    latest: (fundId) => latest.get(fundId) ?? null,
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

async function wholeStrike(pool: Pool, fundId: FundId, date: CalendarDate | undefined): Promise<Strike | null> {
  const { rows } = await pool.query<StrikeRecord>(WHOLE, [fundId, date])
  const row = rows[0]
  return row === undefined ? null : readStrike(row)
}

export const readStrike = (row: StrikeRecord): Strike => ({
  ...row,
  moves: row.moves.map(readMove),
  holdings: row.holdings.map(readHolding),
})

const DAYS = 'select fund_id, date, nav, fees, struck_at from fund_strikes where struck_at >= $1 order by date'
const WHOLE = 'select date, nav, fees, moves, holdings from fund_strikes where fund_id = $1 and date = $2'
