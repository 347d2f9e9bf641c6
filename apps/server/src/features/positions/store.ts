import type { DayTraded } from '@rueda/rules/positions/day-result.ts'
import type { Position } from '@rueda/rules/positions/position.ts'
import type { Fill } from '@rueda/rules/orders/fill.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Reader } from '../../db/snapshot.ts'
import type { VenueClient } from '../../venue/client.ts'
import { earliestOn } from '../../venue/executed-on.ts'
import { chargeColumnOf } from '../orders/charge-columns.ts'
import { type FillRecord, readFill } from '../orders/fill-records.ts'
import { type PositionRecord, readPosition } from './records.ts'

type Listed = Readonly<{ positions: readonly Position[]; total: number }>
/** `onlyBlocks` leaves only what was bought in blocks, at least a part of it. */
type Page = Readonly<{ market: string | null; onlyBlocks?: boolean; limit: number; offset: number }>

export async function openPositions(reader: Reader, accountId: string, page: Page): Promise<Listed> {
  return list(
    reader,
    `account_id = $1 and ($2::text is null or instrument_id like $2 || ':%') and closed_at is null${page.onlyBlocks === true ? BOUGHT_IN_BLOCKS : ''}`,
    'opened_at desc, id desc',
    [accountId, page.market],
    page,
  )
}

const BOUGHT_IN_BLOCKS = ` and exists (select from orders o where o.account_id = positions.account_id and o.block_firm is not null
    and o.instrument_id = positions.instrument_id and o.side = 'buy' and o.filled_quantity > 0 and o.changed_at >= positions.opened_at)`

type Closed = Page & Readonly<{ from: Instant | null; to: Instant | null }>
export async function closedPositions(reader: Reader, accountId: string, page: Closed): Promise<Listed> {
  const where = `account_id = $1 and ($2::text is null or instrument_id like $2 || ':%') and closed_at is not null
    and ($3::bigint is null or closed_at >= $3) and ($4::bigint is null or closed_at < $4)`
  return list(reader, where, 'closed_at desc, id desc', [accountId, page.market, page.from, page.to], page)
}

async function list(reader: Reader, where: string, order: string, values: readonly unknown[], { limit, offset }: Page): Promise<Listed> {
  const last = values.length
  const { rows } = await reader.query<PositionRecord>(
    `select * from positions where ${where} order by ${order} limit $${last + 1} offset $${last + 2}`,
    [...values, limit, offset],
  )
  const counted = await reader.query<{ total: bigint }>(`select count(*) as total from positions where ${where}`, [...values])
  return { positions: rows.map(readPosition), total: Number(counted.rows[0]?.total ?? 0n) }
}

export async function ownPosition(reader: Reader, accountId: string, id: string): Promise<Position | null> {
  const { rows } = await reader.query<PositionRecord>('select * from positions where account_id = $1 and id = $2', [accountId, id])
  return rows[0] === undefined ? null : readPosition(rows[0])
}

export async function positionIn(reader: Reader, accountId: string, instrumentId: string): Promise<Position | null> {
  const { rows } = await reader.query<PositionRecord>(
    'select * from positions where account_id = $1 and instrument_id = $2 and closed_at is null',
    [accountId, instrumentId],
  )
  return rows[0] === undefined ? null : readPosition(rows[0])
}

type TradedRecord = Readonly<{ instrument_id: string; quantity: bigint; flow: bigint }>
export type TradedToday = ReadonlyMap<string, DayTraded>

const CHARGES = Object.values(chargeColumnOf)
  .map((column) => `f.${column}`)
  .join(' + ')

/**
 * The customer's trades of today by instrument, for the result of the day. Each market has its own: it is tomorrow in Taipei when it is
 * evening in New York. Added up by the database: a customer may have tens of thousands of fills in a day.
 */
export async function tradedToday(
  reader: Reader,
  accountId: string,
  venue: Pick<VenueClient, 'markets' | 'dayShown'>,
  since: Instant = 0,
): Promise<TradedToday> {
  const days = venue.markets.map((market) => venue.dayShown(market))
  const { rows } = await reader.query<TradedRecord>(
    `select f.instrument_id,
       sum(case f.side when 'buy' then f.quantity else -f.quantity end)::bigint as quantity,
       sum(case f.side when 'buy' then -f.notional else f.notional end - (${CHARGES}))::bigint as flow
     from share_fills f join unnest($2::text[], $3::date[]) as today (market, date)
       on f.trade_date = today.date and f.instrument_id like today.market || ':%'
     where f.account_id = $1 and f.trade_date = any($3) and f.at >= $4
     group by f.instrument_id`,
    [accountId, venue.markets, days, Math.max(since, earliestOn(days))],
  )
  return new Map(rows.map(({ instrument_id, quantity, flow }) => [instrument_id, { quantity, flow }]))
}

/** Shares held now, by instrument. */
export async function heldShares(reader: Reader, accountId: string): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await reader.query<{ instrument_id: string; quantity: bigint }>(
    'select instrument_id, free + held + locked as quantity from positions where account_id = $1 and closed_at is null',
    [accountId],
  )
  return new Map(rows.map((row) => [row.instrument_id, row.quantity]))
}

/** Everything a customer has traded of an instrument in shares, in the order of the executions. */
export async function fillsIn(reader: Reader, accountId: string, instrumentId: string): Promise<readonly Fill[]> {
  const { rows } = await reader.query<FillRecord>({ name: 'share-fills-in', text: FILLS_IN, values: [accountId, instrumentId] })
  return rows.map(readFill)
}

const FILLS_IN = 'select * from share_fills where account_id = $1 and instrument_id = $2 order by sequence, turn'

/** The positions a customer has had in an instrument, one after the other. */
export async function positionsIn(reader: Reader, accountId: string, instrumentId: string): Promise<readonly string[]> {
  const { rows } = await reader.query<{ id: string }>(
    'select id from positions where account_id = $1 and instrument_id = $2 order by opened_at, id',
    [accountId, instrumentId],
  )
  return rows.map(({ id }) => id)
}
