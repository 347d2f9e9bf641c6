import { type ModelStart, startsOfNewMarket, startsOfRunningMarket } from '@rueda/exchange/prices/model-starts.ts'
import { type PriceModel, isPriceModel } from '@rueda/exchange/prices/day-laws.ts'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'
import { StartRefused } from '../db/start-refused.ts'

/**
 * Returns the price model of each day of this database's market, from a table that is only ever added to. A database that
 * began with an older model changes to the newest with the next day; one that begins now has it from the beginning, and so
 * has a market that is listed later.
 */
export async function openPriceModels(
  pool: Pool,
  { alwaysOpen }: Readonly<{ alwaysOpen: boolean }>,
  now: Instant,
): Promise<readonly ModelStart[]> {
  const known = await readPriceModels(pool)
  const added = known.length > 0 ? startsWithout(known) : startsOfRunningMarket(alwaysOpen, now)
  if (added.length === 0) return known
  await pool.query(ADD_MODELS, [...modelColumns(added), now])
  return readPriceModels(pool)
}

/** Those of the markets that the table does not know yet. */
const startsWithout = (known: readonly ModelStart[]): readonly ModelStart[] =>
  startsOfNewMarket().filter(({ market }) => known.every((start) => start.market !== market))

/** Starts as the columns of the table. */
export const modelColumns = (starts: readonly ModelStart[]): [markets: string[], from: string[], models: number[]] => [
  starts.map(({ market }) => market),
  starts.map(({ from }) => from),
  starts.map(({ model }) => model),
]

const ADD_MODELS = `
  insert into price_models (market, from_date, model, added_at)
  select market, from_date, model, $4 from unnest($1::text[], $2::date[], $3::smallint[]) as starts (market, from_date, model)
  on conflict do nothing`

type Row = Readonly<{ market: MarketName; from_date: string; model: number }>

async function readPriceModels(pool: Pool): Promise<readonly ModelStart[]> {
  const { rows } = await pool.query<Row>('select market, from_date, model from price_models order by market, from_date')
  return rows.map(({ market, from_date: from, model }) => ({ market, from, model: knownModel(model) }))
}

function knownModel(model: number): PriceModel {
  if (isPriceModel(model)) return model
  throw new StartRefused(`This data has days of price model ${model}, which this version does not know. Start it with a newer version.`)
}
