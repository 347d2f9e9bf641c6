import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import { marketTermsOf, tradedTermsOf } from '@rueda/rules/instruments/terms.ts'
import { HOUSE_MARKET, shareMarkets } from '@rueda/rules/markets/markets.ts'
import { type PlanSession, runsAt, sessionFor, stepOf } from '@rueda/rules/plans/schedule.ts'
import { type Instant, SECOND_MS } from '@rueda/rules/time.ts'
import { giversTo } from '@rueda/rules/transfers/sources.ts'
import type { FullApp } from '../../app.ts'
import { taken } from '../../in-sets.ts'
import type { Job } from '../../jobs/repeat.ts'
import { missingOf } from '../orders/terms.ts'
import { type Running, runningPlan } from './run.ts'
import { planSessions } from './sessions.ts'
import { type Checks, type DueDividend, type DuePlan, dueDividends, duePlans } from './store.ts'

const LOOK_EVERY_MS = 10 * SECOND_MS
const MAX_AT_ONCE = 256

type Buying = Pick<FullApp, 'pool' | 'venue' | 'clock' | 'commands' | 'ids' | 'settings' | 'switches' | 'log'>

/** Makes the purchases of plans when their moment has come. Each is decided under its account's version, so that this may run twice or late. */
export const planJobs = (app: FullApp): readonly Job[] => [
  { everyMs: LOOK_EVERY_MS, work: () => runPlans(app), failed: 'purchases of plans could not be made and are tried again' },
]

const planMarkets: readonly MarketName[] = shareMarkets.filter((market) => marketTermsOf(market)?.fractions !== undefined)

/** Returns the number of purchases that were decided. */
export async function runPlans(app: Buying): Promise<number> {
  // While plans are switched off their dates wait, and are made up for or missed like those of a server that was away.
  if (app.switches.refusal('plans') !== null) return 0
  const counts: number[] = []
  for (const market of planMarkets) counts.push(await runMarket(app, market))
  return counts.reduce((sum, count) => sum + count, 0)
}

async function runMarket(app: Buying, market: MarketName): Promise<number> {
  const now = app.clock.now()
  const sessions = await planSessions(app.venue, market, now)
  const open = sessions.find((session) => runsAt(session) <= now && now < session.closesAt)
  return open === undefined ? 0 : (await runRecurring(app, market, open, sessions)) + (await runDividends(app, market, open, sessions))
}

async function runRecurring(app: Buying, market: MarketName, open: PlanSession, sessions: readonly PlanSession[]): Promise<number> {
  let count = 0
  let after: DuePlan | null = null
  for (;;) {
    const due: readonly DuePlan[] = await duePlans(app.pool, { market, through: open.date, after, limit: MAX_AT_ONCE })
    const running = due.flatMap((plan) => {
      const { id: planId, dueOn, lastRanOn } = plan
      const step = stepOf({ dueOn, lastRanOn }, sessions, app.clock.now())
      if (step.kind === 'wait') return []
      const occasion = { planId, occasion: dueOn, dueOn, ranOn: open.date, dividend: null }
      return step.kind === 'buy' ? [{ plan, occasion }] : [{ plan, occasion: { ...occasion, goesOnFrom: step.goesOnFrom } }]
    })
    count += await runAll(app, running)
    after = due.at(-1) ?? null
    if (due.length < MAX_AT_ONCE) return count
  }
}

async function runDividends(app: Buying, market: MarketName, open: PlanSession, sessions: readonly PlanSession[]): Promise<number> {
  const due = await dueDividends(app.pool, { market, since: sessions[0]?.opensAt ?? open.opensAt })
  const running = due.flatMap((plan) => {
    const dueOn = sessionAfter(sessions, plan.paidAt)?.date
    if (dueOn === undefined) return []
    const step = stepOf({ dueOn, lastRanOn: null }, sessions, app.clock.now())
    const occasion = { planId: plan.id, occasion: plan.actionId, dueOn, ranOn: open.date, dividend: plan.net }
    if (step.kind === 'wait') return []
    return step.kind === 'buy' ? [{ plan, occasion }] : [{ plan, occasion: { ...occasion, goesOnFrom: step.goesOnFrom } }]
  })
  return runAll(app, running)
}

/** The session whose purchases come first after a dividend was paid. */
function sessionAfter(sessions: readonly PlanSession[], paidAt: Instant): PlanSession | null {
  const first = sessions.find((session) => runsAt(session) >= paidAt)
  return first === undefined ? null : sessionFor(sessions, first.date)
}

type Run = Readonly<{ plan: DuePlan | DueDividend; occasion: Running['occasion'] }>

async function runAll(app: Buying, runs: readonly Run[]): Promise<number> {
  const answers = await Promise.allSettled(runs.map(async (run) => taken(await app.commands.run(runningPlan, commandOf(app, run)))))
  const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []))
  // One that fails keeps nobody else from theirs, and is tried again at the next look.
  if (failures.length > 0) app.log.error({ err: failures[0], failed: failures.length }, 'purchases of plans could not be decided')
  return runs.length - failures.length
}

function commandOf(app: Buying, { plan, occasion }: Run) {
  const { accountId, instrumentId } = plan
  const missing = missingOf(app, callerOf(plan))
  const { wallet } = tradedTermsOf(app.venue.instruments.get(instrumentId)?.market ?? HOUSE_MARKET)
  const isMissed = occasion.goesOnFrom !== undefined
  const givers = occasion.dividend === null ? giversTo(wallet).map((from) => ({ from, id: app.ids.next() })) : []
  const running = { orderId: app.ids.next(), instrumentId, wallet, occasion, givers, isMissed, missing }
  return { accountId, idempotency: null, arguments: running }
}

const callerOf = ({ identified: isIdentified, lacksTrading }: Checks): Readonly<{ isIdentified: boolean; lacksTrading: boolean }> => ({
  isIdentified,
  lacksTrading,
})
