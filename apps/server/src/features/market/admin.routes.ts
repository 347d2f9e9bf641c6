import { type WireStop, market } from '@rueda/contract/admin/market.ts'
import type { TradingStop } from '@rueda/rules/markets/stop.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { HOUR_MS } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { FullApp } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'
import { askForTwo } from '../approvals/approvals.ts'
import { type StaffRegistered, type StaffRequest, staffRoutes } from '../../admin/handler.ts'
import { readStops } from '../../venue/stops.ts'
import { insertStop, liftStop } from '../../venue/stop-rows.ts'

/** Market controls: one person stops, two let it go on. */
export const marketAdminRoutes = (app: FullApp): StaffRegistered =>
  staffRoutes(market, {
    overview: async () => {
      const { venue, clock, pool } = app
      const sessions = venue.markets.map((name) => {
        const { phase, tradeDate, closesAt } = venue.session(name)
        return { market: name, phase, tradeDate, closeTimestamp: closesAt }
      })
      const stops = (await readStops(pool)).map(presentStop)
      return ok({ venue: venue.label, scenario: venue.scenario, markets: sessions, stops, serverTimestamp: clock.now() })
    },
    halt: (request) => stopTrading(app, request, { kind: 'halt' }),
    closeOnly: (request) => {
      const { cause, hours } = request.input
      return stopTrading(app, request, { kind: 'closeOnly', cause, until: app.clock.now() + hours * HOUR_MS })
    },
    resume: (request) => resumeTrading(app, request),
  })

type Kind = Readonly<{ kind: 'halt' } | { kind: 'closeOnly'; cause: Extract<TradingStop, { kind: 'closeOnly' }>['cause']; until: number }>
type Stopping = StaffRequest<typeof market.halt> | StaffRequest<typeof market.closeOnly>

/**
 * The market stops first, and the moment since when it does is written down: nothing executes after it, and every order
 * after the answer is refused.
 */
async function stopTrading(app: FullApp, { input, trace }: Stopping, kind: Kind): Promise<Result<WireStop>> {
  const { scope, reason, note } = input
  const target = targetOf(app, input)
  if (!target.ok) return target
  return app.stops.change(async (begin) => {
    const stop = await begin({ stopId: app.ids.next(), scope, target: target.value, from: app.clock.now(), ...kind })
    return inTransaction(app.pool, async (client) => {
      await insertStop(client, stop)
      await trace(client, { accountId: null, subject: `stop:${stop.stopId}`, reason, note, after: stop })
      return ok(presentStop(stop))
    })
  })
}

function targetOf({ venue }: FullApp, { scope, target }: Stopping['input']): Result<string | null> {
  if (scope === 'all') return ok(null)
  if (target === undefined) return refuse('parameter.missing', { field: 'target' })
  const isKnown = scope === 'market' ? venue.markets.some((name) => name === target) : venue.instruments.has(target)
  return isKnown ? ok(target) : refuse('instrument.unknown', { field: 'target' })
}

async function resumeTrading(app: FullApp, request: StaffRequest<typeof market.resume>): Promise<Result<{ state: 'waiting' | 'done' }>> {
  const { input, trace } = request
  return app.stops.change(() =>
    inTransaction(app.pool, async (client: PoolClient): Promise<Result<{ state: 'waiting' | 'done' }>> => {
      const stop = (await readStops(client)).find(({ stopId }) => stopId === input.id)
      if (stop === undefined) return refuse('object.not_found')
      const subject = `stop:${stop.stopId}`
      const pair = await askForTwo(app, client, request, { subject, accountId: null })
      if (!pair.ok) return pair
      const { reason, note } = input
      const { state, approvalId } = pair.value
      await trace(client, { accountId: null, subject, reason, note, before: stop, after: { state }, approvalId })
      if (state === 'waiting') return ok({ state })
      await liftStop(client, stop.stopId, app.clock.now())
      return ok({ state: 'done' })
    }),
  )
}

const presentStop = (stop: TradingStop): WireStop => ({
  id: stop.stopId,
  kind: stop.kind,
  scope: stop.scope,
  target: stop.target,
  cause: stop.kind === 'closeOnly' ? stop.cause : null,
  fromTimestamp: stop.from,
  untilTimestamp: stop.kind === 'closeOnly' ? stop.until : null,
})
