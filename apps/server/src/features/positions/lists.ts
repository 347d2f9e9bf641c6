import type { Position as PositionRow } from '@rueda/contract/positions.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import type { Reader } from '../../db/snapshot.ts'
import { closedMarginPositions, openMarginPositions } from './margin-store.ts'
import { readMarginDay } from './margin-day.ts'
import { presentMarginPosition } from './present-margin.ts'
import { presentPosition } from './present.ts'
import { closedPositions, tradedToday, openPositions } from './store.ts'

/** The lists of the trade page: the shares first, and behind them the positions on margin, page by page. */
type Reading = Pick<App, 'venue'> & Readonly<{ reader: Reader; now: Instant }>
type Part = Readonly<{ limit: number; offset: number }>
type Listed<Row> = Readonly<{ positions: readonly Row[]; total: number }>
type Rows = Readonly<{ rows: readonly PositionRow[]; total: number }>

type HeldFilter = Readonly<{ market: string | null; onlyBlocks?: boolean }>

/** Open positions in a market or in all of them, or those that were bought in blocks. */
export async function heldRows({ reader, venue, now }: Reading, accountId: string, filter: HeldFilter, slice: Part): Promise<Rows> {
  const { page, margin } = await besideMargin(
    slice,
    (part) => openPositions(reader, accountId, { ...filter, ...part }),
    (part) => openMarginPositions(reader, accountId, { ...filter, ...part }),
  )
  const context = {
    venue,
    now,
    traded: await tradedToday(reader, accountId, venue),
    marginDay: await readMarginDay({ reader, venue }, accountId, margin.positions),
  }
  return rowsOf(context, page, margin)
}

type Range = Readonly<{ market: string | null; from: Instant | null; to: Instant | null }>

/** Closed positions in a market, or in all of them. */
export async function closedRows({ reader, venue, now }: Reading, accountId: string, range: Range, slice: Part): Promise<Rows> {
  const { page, margin } = await besideMargin(
    slice,
    (part) => closedPositions(reader, accountId, { ...range, ...part }),
    (part) => closedMarginPositions(reader, accountId, { ...range, ...part }),
  )
  return rowsOf({ venue, now, traded: new Map(), marginDay: new Map() }, page, margin)
}

type Context = Parameters<typeof presentPosition>[0] & Parameters<typeof presentMarginPosition>[0]
type Shares = Parameters<typeof presentPosition>[1]
type OnMargin = Parameters<typeof presentMarginPosition>[1]

const rowsOf = (context: Context, page: Listed<Shares>, margin: Listed<OnMargin>): Rows => ({
  rows: [
    ...page.positions.map((position) => presentPosition(context, position)),
    ...margin.positions.map((position) => presentMarginPosition(context, position)),
  ],
  total: page.total + margin.total,
})

/** Makes one list of two. */
async function besideMargin<First, Second>(
  { limit, offset }: Part,
  shares: (part: Part) => Promise<Listed<First>>,
  margin: (part: Part) => Promise<Listed<Second>>,
): Promise<Readonly<{ page: Listed<First>; margin: Listed<Second> }>> {
  const page = await shares({ limit, offset })
  const left = limit - page.positions.length
  return { page, margin: await margin({ limit: left, offset: Math.max(0, offset - page.total) }) }
}
