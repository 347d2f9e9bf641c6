import type { ClosedDay } from '@rueda/rules/markets/closed-day.ts'
import { closableMarkets } from '@rueda/rules/markets/markets.ts'
import type { Pool } from 'pg'
import type { Reader } from '../db/snapshot.ts'
import type { VenueClient } from './client.ts'

/**
 * The days that staff have closed, sent to the market, and read again every second, so that a day closed on another node is
 * closed here too. They stand for ever: charts of years later leave them out.
 */
export interface ClosedDays {
  /** Reads them, and sends them to the market where they have changed. */
  refresh(): Promise<void>
}

export function createClosedDays(pool: Pool, venue: Pick<VenueClient, 'closeDays'>): ClosedDays {
  // A market that starts reads them by itself.
  let told: string | null = null
  let turn: Promise<unknown> = Promise.resolve()
  const read = async (): Promise<void> => {
    const days = await readClosedDays(pool)
    const telling = JSON.stringify(days)
    if (telling === told || (told === null && days.length === 0)) return
    await venue.closeDays(days)
    told = telling
  }
  return {
    refresh: () => {
      const done = turn.then(read)
      turn = done.catch(() => undefined)
      return done
    },
  }
}

/** Oldest first; only days of markets that can be closed, whatever the table says. */
export async function readClosedDays(reader: Reader): Promise<readonly ClosedDay[]> {
  const { rows } = await reader.query<ClosedDay>(
    `select market, trade_date::text as date, cause from closed_days
     where reopened_at is null and market = any($1::text[]) order by trade_date, market`,
    [closableMarkets],
  )
  return rows
}
