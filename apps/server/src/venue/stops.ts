import { type TradingStop, stopFor } from '@rueda/rules/markets/stop.ts'
import type { Pool, PoolClient } from 'pg'
import type { Clock } from '../deps.ts'
import type { VenueClient } from './client.ts'

/**
 * What staff have stopped, kept in memory for the decision about every order and read again every second, so that a
 * stop ordered on another node holds here too.
 */
export interface TradingStops {
  standing(): readonly TradingStop[]
  refresh(): Promise<void>
}

type Row = Readonly<{
  stop_id: string
  kind: TradingStop['kind']
  scope: TradingStop['scope']
  target: string | null
  cause: Extract<TradingStop, { kind: 'closeOnly' }>['cause']
  from_at: bigint
  until_at: bigint
}>

export function createTradingStops(pool: Pool): TradingStops {
  let standing: readonly TradingStop[] = []
  return {
    standing: () => standing,
    refresh: async () => {
      standing = await readStops(pool)
    },
  }
}

export async function readStops(reader: Pool | PoolClient): Promise<readonly TradingStop[]> {
  const { rows } = await reader.query<Row>('select * from trading_stops where lifted_at is null order by from_at, stop_id')
  return rows.map(stopOf)
}

function stopOf({ stop_id: stopId, kind, scope, target, cause, from_at: from, until_at: until }: Row): TradingStop {
  const stop = { stopId, scope, target, from: Number(from) }
  return kind === 'halt' ? { ...stop, kind } : { ...stop, kind, cause, until: Number(until) }
}

/** The venue with what staff have stopped: prices and fills are the venue's own, untouched. */
export const withStops = (venue: VenueClient, stops: TradingStops, clock: Clock): VenueClient => ({
  ...venue,
  stop: (instrumentId) => {
    const instrument = venue.instruments.get(instrumentId)
    const standing = stops.standing()
    return instrument === undefined || standing.length === 0 ? null : stopFor(standing, instrument, clock.now())
  },
})
