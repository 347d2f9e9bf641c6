import { type WireHalt, market } from '@rueda/contract/admin/market.ts'
import type { TradingHalt } from '@rueda/rules/markets/trading-halt.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { HOUR_MS } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { FullApp } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'
import { requireDualApproval } from '../approvals/approvals.ts'
import { type StaffRegistered, type StaffRequest, staffRoutes } from '../../admin/handler.ts'
import { readHalts } from '../../venue/trading-halts.ts'
import { insertHalt, liftHalt } from '../../venue/halt-rows.ts'

/** Market controls: one person stops, two let it go on. */
export const marketAdminRoutes = (app: FullApp): StaffRegistered =>
  staffRoutes(market, {
    overview: async () => {
      const { venue, clock, pool } = app
      const sessions = venue.markets.map((name) => {
        const { phase, tradeDate, closesAt } = venue.session(name)
        return { market: name, phase, tradeDate, closeTimestamp: closesAt }
      })
      const stops = (await readHalts(pool)).map(presentHalt)
      return ok({ venue: venue.label, scenario: venue.scenario, markets: sessions, stops, serverTimestamp: clock.now() })
    },
    halt: (request) => stopTrading(app, request, { kind: 'halt' }),
    closeOnly: (request) => {
      const { cause, hours } = request.input
      return stopTrading(app, request, { kind: 'closeOnly', cause, until: app.clock.now() + hours * HOUR_MS })
    },
    resume: (request) => resumeTrading(app, request),
  })

type Kind = Readonly<{ kind: 'halt' } | { kind: 'closeOnly'; cause: Extract<TradingHalt, { kind: 'closeOnly' }>['cause']; until: number }>
type Stopping = StaffRequest<typeof market.halt> | StaffRequest<typeof market.closeOnly>

/** The market stops first, and that moment is recorded: nothing executes after it, and every order after the answer is refused. */
async function stopTrading(app: FullApp, { input, trace }: Stopping, kind: Kind): Promise<Result<WireHalt>> {
  const { scope, reason, note } = input
  const target = targetOf(app, input)
  if (!target.ok) return target
  return app.halts.change(async (begin) => {
    const halt = await begin({ stopId: app.ids.next(), scope, target: target.value, from: app.clock.now(), ...kind })
    return inTransaction(app.pool, async (client) => {
      await insertHalt(client, halt)
      await trace(client, { accountId: null, subject: `stop:${halt.stopId}`, reason, note, after: halt })
      return ok(presentHalt(halt))
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
  return app.halts.change(() =>
    inTransaction(app.pool, async (client: PoolClient): Promise<Result<{ state: 'waiting' | 'done' }>> => {
      const halt = (await readHalts(client)).find(({ stopId }) => stopId === input.id)
      if (halt === undefined) return refuse('object.not_found')
      const subject = `stop:${halt.stopId}`
      const pair = await requireDualApproval(app, client, request, { subject, accountId: null })
      if (!pair.ok) return pair
      const { reason, note } = input
      const { state, approvalId } = pair.value
      await trace(client, { accountId: null, subject, reason, note, before: halt, after: { state }, approvalId })
      if (state === 'waiting') return ok({ state })
      await liftHalt(client, halt.stopId, app.clock.now())
      return ok({ state: 'done' })
    }),
  )
}

const presentHalt = (halt: TradingHalt): WireHalt => ({
  id: halt.stopId,
  kind: halt.kind,
  scope: halt.scope,
  target: halt.target,
  cause: halt.kind === 'closeOnly' ? halt.cause : null,
  fromTimestamp: halt.from,
  untilTimestamp: halt.until ?? null,
})
