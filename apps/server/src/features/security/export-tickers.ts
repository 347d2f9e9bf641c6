import type { VenueClient } from '../../venue/client.ts'

/**
 * The ticker of the day beside the id of an instrument, as statements write it: an id keeps the first code for ever
 * (`docs/decisions/0035-an-id-keeps-the-first-code.md`).
 */
type Row = Readonly<Record<string, unknown>>

const ID = 'instrument_id'
const IDS = 'instrument_ids'
const TICKER = 'ticker'
const TICKERS = 'tickers'
/** The moment at which a row began to be, by the name that its table has for it. */
const MOMENTS = [
  'at',
  'accepted_at',
  'created_at',
  'started_at',
  'rented_at',
  'opened_at',
  'quoted_at',
  'recorded_at',
  'added_at',
  'changed_at',
]

/** The columns of a table with those of tickers, each behind the ids it is of. */
export const withTickerColumns = (columns: readonly string[]): readonly string[] =>
  columns.flatMap((name) => (name === ID ? [name, TICKER] : name === IDS ? [name, TICKERS] : [name]))

export function withTickers(venue: Pick<VenueClient, 'writtenCode'>, row: Row): Row {
  const tickerOf = (id: unknown): string => venue.writtenCode(String(id), momentOf(row))
  const ids = row[IDS]
  return {
    ...row,
    ...(typeof row[ID] === 'string' ? { [TICKER]: tickerOf(row[ID]) } : {}),
    ...(Array.isArray(ids) ? { [TICKERS]: ids.map(tickerOf) } : {}),
  }
}

function momentOf(row: Row): number {
  const name = MOMENTS.find((each) => row[each] !== undefined && row[each] !== null)
  if (name === undefined) throw new Error(`no moment among ${Object.keys(row).join(', ')}`)
  return Number(row[name])
}
