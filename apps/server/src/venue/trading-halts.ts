import { type TradingHalt, haltFor } from '@rueda/rules/markets/trading-halt.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Pool, PoolClient } from 'pg'
import type { Clock } from '../deps.ts'
import type { VenueClient } from './client.ts'
import { haltsWithoutRounds } from './day-rounds.ts'

/**
 * Halts that staff have ordered, kept in memory for the decision about every order, sent to the market, and read again
 * every second, so that a halt ordered on another node holds here too.
 */
export interface TradingHalts {
  standing(): readonly TradingHalt[]
  refresh(): Promise<void>
  /** Changes the halts and reads them again; nobody else does either meanwhile. */
  change<Value>(change: (begin: BeginHalt) => Promise<Value>): Promise<Value>
}

/** Halts the market before the halt is written down, and returns the moment after which nothing that it covers executes. */
export type BeginHalt = (halt: TradingHalt) => Promise<TradingHalt>

type Row = Readonly<{
  stop_id: string
  kind: TradingHalt['kind']
  scope: TradingHalt['scope']
  target: string | null
  cause: Extract<TradingHalt, { kind: 'closeOnly' }>['cause']
  from_at: bigint
  until_at: bigint
}>

export function createTradingHalts(pool: Pool, venue: Pick<VenueClient, 'setHalts'>, clock: Clock): TradingHalts {
  let standing: readonly TradingHalt[] = []
  let isAnythingTold = false
  let turn: Promise<unknown> = Promise.resolve()

  const tell = async (halts: readonly TradingHalt[]): Promise<Instant> => {
    const since = await venue.setHalts(halts)
    isAnythingTold = halts.length > 0
    return since
  }
  const read = async (): Promise<void> => {
    standing = await readStanding(pool, clock.now())
    // Sent every time: a market that was started again in the midst of a change does not have it.
    if (isAnythingTold || standing.length > 0) await tell(standing)
  }
  const begin: BeginHalt = async (halt) => ({ ...halt, from: await tell([...standing, halt]) })

  const inTurn = <Value>(act: () => Promise<Value>): Promise<Value> => {
    const done = turn.then(act)
    turn = done.catch(() => undefined)
    return done
  }
  return {
    standing: () => standing,
    refresh: () => inTurn(read),
    change: (change) =>
      inTurn(async () => {
        try {
          return await change(begin)
        } finally {
          await read()
        }
      }),
  }
}

/** What staff have ordered, and the markets whose day has no round of the beacon. */
export const readStanding = async (reader: Pool | PoolClient, now: Instant): Promise<readonly TradingHalt[]> => [
  ...(await readHalts(reader)),
  ...(await haltsWithoutRounds(reader, now)),
]

export async function readHalts(reader: Pool | PoolClient): Promise<readonly TradingHalt[]> {
  const { rows } = await reader.query<Row>('select * from trading_stops where lifted_at is null order by from_at, stop_id')
  return rows.map(stopOf)
}

function stopOf({ stop_id: stopId, kind, scope, target, cause, from_at: from, until_at: until }: Row): TradingHalt {
  const stop = { stopId, scope, target, from: Number(from) }
  return kind === 'halt' ? { ...stop, kind } : { ...stop, kind, cause, until: Number(until) }
}

/** Returns the venue with the halts that staff have ordered; its prices stay untouched. */
export const withHalts = (venue: VenueClient, halts: TradingHalts, clock: Clock): VenueClient => ({
  ...venue,
  halt: (instrumentId) => {
    const instrument = venue.instruments.get(instrumentId)
    const standing = halts.standing()
    return instrument === undefined || standing.length === 0 ? null : haltFor(standing, instrument, clock.now())
  },
})
