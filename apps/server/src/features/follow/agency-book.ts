import type { AgencyId } from '@rueda/rules/follow/agency.ts'
import type { Leg } from '@rueda/rules/follow/strategy.ts'
import { type AgencyStrike, type Move, type Position, type Trade } from '@rueda/rules/follow/strike.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'
import type { Reader } from '../../db/snapshot.ts'

/** A strike as everybody asks for it; its trades and prices are read where they are looked at. */
export type AgencyDay = Pick<AgencyStrike, 'date' | 'nav' | 'fees' | 'carry'> & Readonly<{ costs: bigint; benchmark: bigint | null }>
export const recordKinds = ['backtest', 'live'] as const
/** What the strategy would have done before its record began, and what it has done since. */
export type RecordKind = (typeof recordKinds)[number]

/** The records of the agencies, kept in memory: everybody asks for them, and a day adds one line to each. */
export interface AgencyBook {
  /** Every strike of a record, the newest last. */
  days(agencyId: AgencyId, kind: RecordKind): readonly AgencyDay[]
  /** The newest strike of the live record; null for an agency that is not offered here. */
  latest(agencyId: AgencyId): AgencyStrike | null
  /** Keeps new strikes; those that are there already stay. */
  keep(agencyId: AgencyId, strikes: readonly KeptStrike[], now: Instant): Promise<void>
  /** Reads what was struck since. */
  refresh(): Promise<void>
}

export type KeptStrike = AgencyStrike & Readonly<{ kind: RecordKind; benchmark: bigint | null }>

type DayRow = Readonly<{
  agency_id: AgencyId
  kind: RecordKind
  date: CalendarDate
  nav: bigint
  fees: bigint
  carry: bigint
  costs: bigint
  benchmark: bigint | null
  struck_at: bigint
}>

export function createAgencyBook(pool: Pool): AgencyBook {
  const known = new Map<string, AgencyDay[]>()
  const latest = new Map<AgencyId, AgencyStrike>()
  let readThrough = 0n
  const days = (agencyId: AgencyId, kind: RecordKind): AgencyDay[] => {
    const key = `${agencyId} ${kind}`
    const kept = known.get(key) ?? []
    known.set(key, kept)
    return kept
  }
  const refresh = async (): Promise<void> => {
    const { rows } = await pool.query<DayRow>(DAYS, [readThrough])
    const changed = new Set<AgencyId>()
    for (const { agency_id: agencyId, kind, struck_at: struckAt, ...day } of rows) {
      const kept = days(agencyId, kind)
      const last = kept.at(-1)
      if (last === undefined || last.date < day.date) {
        kept.push(day)
        if (kind === 'live') changed.add(agencyId)
      }
      if (struckAt > readThrough) readThrough = struckAt
    }
    for (const agencyId of changed) {
      const [last] = await strikesOf(pool, { agencyId, kind: 'live', limit: 1, offset: 0 })
      if (last !== undefined) latest.set(agencyId, last)
    }
  }
  return {
    days,
    latest: (agencyId) => latest.get(agencyId) ?? null,
    keep: async (agencyId, strikes, now) => {
      await pool.query(INSERT, [
        ...[agencyId, now],
        strikes.map(({ kind }) => kind),
        strikes.map(({ date }) => date),
        strikes.map(({ nav }) => nav),
        strikes.map(({ fees }) => fees),
        strikes.map(({ cash }) => cash),
        strikes.map(({ carry }) => carry),
        strikes.map(({ trades }) => trades.reduce((sum, { spread, charges }) => sum + spread + charges, 0n)),
        strikes.map(({ benchmark }) => benchmark),
        strikes.map(({ positions }) => written(positions)),
        strikes.map(({ moves }) => written(moves)),
        strikes.map(({ trades }) => written(trades)),
        strikes.map(({ plan }) => (plan === null ? null : written(plan))),
      ])
      await refresh()
    },
    refresh,
  }
}

const DAYS = `
  select agency_id, kind, date, nav, fees, carry, costs, benchmark, struck_at from agency_strikes where struck_at >= $1 order by date`

const INSERT = `
  insert into agency_strikes
    (agency_id, kind, date, nav, fees, cash, carry, costs, benchmark, positions, moves, trades, plan, struck_at)
  select $1, kind, date, nav, fees, cash, carry, costs, benchmark, positions, moves, trades, plan, $2
  from unnest($3::text[], $4::date[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[],
              $11::jsonb[], $12::jsonb[], $13::jsonb[], $14::jsonb[])
    as struck (kind, date, nav, fees, cash, carry, costs, benchmark, positions, moves, trades, plan)
  on conflict (agency_id, kind, date) do nothing`

export type StrikeRow = Readonly<{
  date: CalendarDate
  nav: bigint
  fees: bigint
  cash: bigint
  carry: bigint
  positions: readonly Written<Position>[]
  moves: readonly Written<Move>[]
  trades: readonly Written<Trade>[]
  plan: readonly Written<Leg>[] | null
}>

/** Whole strikes of a record, the newest first. */
export async function strikesOf(
  reader: Reader,
  { agencyId, kind, limit, offset }: Readonly<{ agencyId: AgencyId; kind: RecordKind; limit: number; offset: number }>,
): Promise<readonly AgencyStrike[]> {
  const { rows } = await reader.query<StrikeRow>(
    `select date, nav, fees, cash, carry, positions, moves, trades, plan from agency_strikes
     where agency_id = $1 and kind = $2 order by date desc limit $3 offset $4`,
    [agencyId, kind, limit, offset],
  )
  return rows.map(readAgencyStrike)
}

export const readAgencyStrike = (row: StrikeRow): AgencyStrike => ({
  ...row,
  positions: row.positions.map((each) => ({ ...each, value: BigInt(each.value) })),
  moves: row.moves.map((each) => ({
    ...each,
    ...{ before: BigInt(each.before), open: BigInt(each.open), now: BigInt(each.now) },
    printed: each.printed === null ? null : BigInt(each.printed),
  })),
  trades: row.trades.map((each) => ({
    ...each,
    ...{ quantity: BigInt(each.quantity), price: BigInt(each.price), value: BigInt(each.value) },
    ...{ spread: BigInt(each.spread), charges: BigInt(each.charges) },
  })),
  plan: row.plan?.map((each) => ({ ...each, weight: BigInt(each.weight) })) ?? null,
})

/** JSON has no whole numbers of this size. */
type Written<Value> = { readonly [Key in keyof Value]: bigint extends Value[Key] ? string | Extract<Value[Key], null> : Value[Key] }
const written = (value: unknown): string => JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? String(each) : each))
