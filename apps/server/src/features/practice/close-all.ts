import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { App } from '../../app.ts'
import type { Caller, Idempotency } from '../../http/handler.ts'

type Open = Readonly<{ id: string; instrument_id: string }>
type Asked = Readonly<{ caller: Caller; idempotency: Idempotency }>
/** Sells or closes all of one position at market, the way the customer's own button does; given by the feature of positions. */
export type ClosePosition = (asked: Asked & Readonly<{ id: string }>) => Promise<Result<unknown>>

const OPEN = `
  select id, instrument_id from positions where account_id = $1 and closed_at is null
  union all select id, instrument_id from margin_positions where account_id = $1 and closed_at is null order by id`

/**
 * Closes every open position at market. While one of their markets does not trade nothing is begun, because its order would wait for the
 * opening. Each has a key of its own made from the request's, so that a repeated request sells nothing twice.
 */
export async function closeAll(app: App, closePosition: ClosePosition, { caller, idempotency }: Asked): Promise<Result<null>> {
  const { rows } = await app.pool.query<Open>(OPEN, [caller.accountId])
  const shut = rows.find(({ instrument_id: id }) => !isTrading(app, id))
  if (shut !== undefined) return refuse('market.closed', { field: shut.instrument_id })
  for (const { id } of rows) {
    const own = { ...idempotency, path: `${idempotency.path}/${id}` }
    const closed = await closePosition({ caller, idempotency: own, id })
    // Somebody else's press, on the other device say, was faster.
    if (!closed.ok && closed.refusal !== 'position.not_open') return closed
  }
  return ok(null)
}

function isTrading({ venue }: Pick<App, 'venue'>, instrumentId: string): boolean {
  const instrument = venue.instruments.get(instrumentId)
  return instrument !== undefined && venue.session(instrument.market).matching && venue.quote(instrumentId) !== null
}
