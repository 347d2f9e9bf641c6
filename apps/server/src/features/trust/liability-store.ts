import { SUM_NODE_BYTES } from '@rueda/proof/sum-tree.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { Reader } from '../../db/snapshot.ts'
import { NODES_OF_TILE } from '../../trust-log/sum-tiles.ts'

/** What anybody, and what an owner, reads of a night's statement of liabilities. */
export type NightRow = Readonly<{ date: CalendarDate; at: bigint; saysHeld: boolean }>
export type TotalRow = Readonly<{ asset: string; root: string; total: string; leaves: number; entry: bigint | null }>

/** Null for a date without one, the newest without a date. */
export async function readNight(reader: Reader, date: CalendarDate | null): Promise<NightRow | null> {
  const { rows } = await reader.query<NightRow>(
    'select date, at, says_held as "saysHeld" from liability_nights where $1::date is null or date = $1 order by date desc limit 1',
    [date],
  )
  return rows[0] ?? null
}

const MAX_NIGHTS = 90
/** Of which something was said, the newest first. */
export const readNights = async (reader: Reader): Promise<readonly CalendarDate[]> => {
  const { rows } = await reader.query<Readonly<{ date: CalendarDate }>>('select date from liability_nights order by date desc limit $1', [
    MAX_NIGHTS,
  ])
  return rows.map(({ date }) => date)
}

export type HeldRow = Readonly<{ place: string; asset: string; amount: string }>
/** What bank and chains held by the books. */
export const readHeld = async (reader: Reader, date: CalendarDate): Promise<readonly HeldRow[]> =>
  (
    await reader.query<HeldRow>(
      'select place, asset, amount::text as amount from liability_held where date = $1 order by place collate "C", asset collate "C"',
      [date],
    )
  ).rows

/** With the place in the log that goes on; null until a checkpoint covers it, and for what a log said that ended. */
export const readTotals = async (reader: Reader, date: CalendarDate): Promise<readonly TotalRow[]> =>
  (await reader.query<TotalRow>(TOTALS, [date])).rows
const TOTALS = `
  select t.asset, encode(t.root, 'hex') as root, t.total::text as total, t.leaves, said.entry_index as entry
  from liability_totals t left join trust_entries said
    on said.kind = 'liabilities' and said.entry::jsonb ->> 'date' = t.date::text and said.entry::jsonb ->> 'asset' = t.asset
    and said.log = (select log from trust_logs where ended_at is null)
  where t.date = $1 order by t.asset collate "C"`

/** Where the log that goes on says what was held; null as above. */
export async function readHeldEntry(reader: Reader, date: CalendarDate): Promise<bigint | null> {
  const { rows } = await reader.query<Readonly<{ entry: bigint }>>(
    `select entry_index as entry from trust_entries
     where kind = 'held' and entry::jsonb ->> 'date' = $1 and log = (select log from trust_logs where ended_at is null) order by 1 limit 1`,
    [date],
  )
  return rows[0]?.entry ?? null
}

export type ChainRow = Readonly<{ sequence: bigint; head: string }>

/** Null for an account that was not there yet, and for a night whose ways are no longer kept. */
export async function readChain(reader: Reader, accountId: string, date: CalendarDate): Promise<ChainRow | null> {
  const { rows } = await reader.query<ChainRow>(
    `select sequence, encode(head, 'hex') as head from liability_accounts where account_id = $1 and date = $2`,
    [accountId, date],
  )
  return rows[0] ?? null
}

export type PartsRow = Readonly<{ asset: string; amounts: readonly bigint[]; places: readonly number[] }>
export const readParts = async (reader: Reader, accountId: string, date: CalendarDate): Promise<readonly PartsRow[]> =>
  (
    await reader.query<PartsRow>(
      'select asset, amounts, places from liability_parts where account_id = $1 and date = $2 order by asset collate "C"',
      [accountId, date],
    )
  ).rows

export type NodePlace = Readonly<{ asset: string; level: number; place: number }>
type NodeRow = Readonly<{ node: Buffer }>

/** The nodes at these places, in their order. */
export async function readNodes(reader: Reader, date: CalendarDate, places: readonly NodePlace[]): Promise<readonly Uint8Array[]> {
  const columns = [places.map(({ asset }) => asset), places.map(({ level }) => level), places.map(({ place }) => place)]
  return (await reader.query<NodeRow>(NODES, [date, ...columns])).rows.map(({ node }) => node)
}
const NODES = `
  select substring(n.nodes from (w.place % ${NODES_OF_TILE}) * ${SUM_NODE_BYTES} + 1 for ${SUM_NODE_BYTES}) as node
  from unnest($2::text[], $3::integer[], $4::integer[]) with ordinality as w (asset, level, place, turn)
  join liability_nodes n on n.date = $1 and n.asset = w.asset and n.level = w.level and n.tile = w.place / ${NODES_OF_TILE}
  order by w.turn`
