import type { TradingStop } from '@rueda/rules/markets/stop.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'

/** What staff stopped, in SQL. */
export async function insertStop(client: PoolClient, stop: TradingStop): Promise<void> {
  const [cause, until] = stop.kind === 'closeOnly' ? [stop.cause, stop.until] : [null, null]
  await client.query(
    'insert into trading_stops (stop_id, kind, scope, target, cause, from_at, until_at) values ($1, $2, $3, $4, $5, $6, $7)',
    [stop.stopId, stop.kind, stop.scope, stop.target, cause, stop.from, until],
  )
}

export const liftStop = (client: PoolClient, stopId: string, now: Instant): Promise<unknown> =>
  client.query('update trading_stops set lifted_at = $2 where stop_id = $1', [stopId, now])
