import type { TradingHalt } from '@rueda/rules/markets/trading-halt.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'

/** Inserts a halt that staff have ordered. */
export async function insertHalt(client: PoolClient, halt: TradingHalt): Promise<void> {
  const [cause, until] = halt.kind === 'closeOnly' ? [halt.cause, halt.until] : [null, null]
  await client.query(
    'insert into trading_stops (stop_id, kind, scope, target, cause, from_at, until_at) values ($1, $2, $3, $4, $5, $6, $7)',
    [halt.stopId, halt.kind, halt.scope, halt.target, cause, halt.from, until],
  )
}

export const liftHalt = (client: PoolClient, stopId: string, now: Instant): Promise<unknown> =>
  client.query('update trading_stops set lifted_at = $2 where stop_id = $1', [stopId, now])
