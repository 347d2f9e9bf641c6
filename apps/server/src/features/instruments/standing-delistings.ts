import type { Delisting } from '@rueda/rules/instruments/delisting.ts'
import type { Reader } from '../../db/snapshot.ts'

/** Instruments that leave the list, in SQL. */
export type Announced = Delisting & Readonly<{ told: number }>
type Row = Readonly<{ instrument_id: string; closing_from: bigint; ends_at: bigint; told: bigint }>

/** The newest announcement of each instrument whose halts nobody has lifted. */
export async function standingDelistings(reader: Reader): Promise<ReadonlyMap<string, Announced>> {
  const { rows } = await reader.query<Row>(STANDING)
  return new Map(
    rows.map((row) => [
      row.instrument_id,
      { instrumentId: row.instrument_id, closingFrom: Number(row.closing_from), endsAt: Number(row.ends_at), told: Number(row.told) },
    ]),
  )
}

const STANDING = `
  select distinct on (d.instrument_id) d.instrument_id, d.closing_from, d.ends_at, d.told
  from delistings d join trading_stops s on s.stop_id = d.final_stop
  where s.lifted_at is null order by d.instrument_id, d.announced_at desc`
