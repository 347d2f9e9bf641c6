import { instruments } from '@rueda/contract/admin/instruments.ts'
import { checkDelisting } from '@rueda/rules/instruments/delisting.ts'
import type { TradingHalt } from '@rueda/rules/markets/trading-halt.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { PoolClient } from 'pg'
import type { FullApp } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'
import { pageIn } from '../../http/page.ts'
import { requireDualApproval } from '../approvals/approvals.ts'
import { type StaffRegistered, type StaffRequest, staffRoutes } from '../../admin/handler.ts'
import { insertHalt } from '../../venue/halt-rows.ts'
import { writeMessages } from '../messages/write.ts'
import { presentInstrument } from './present.ts'
import { standingDelistings } from './standing-delistings.ts'
import { holdersOf, insertDelisting } from './store.ts'

/** Listed instruments, and those to be delisted. Suspending is a halt of the market controls; no price is touched. */
export const instrumentAdminRoutes = (app: FullApp): StaffRegistered =>
  staffRoutes(instruments, {
    list: async ({ input }) => {
      const delistings = await standingDelistings(app.pool)
      const wanted = (input.search ?? '').toLowerCase()
      const found = [...app.venue.instruments.values()]
        .filter(({ market }) => input.market === undefined || market === input.market)
        .filter(({ id, code, name }) => [id, code, name].some((each) => each.toLowerCase().includes(wanted)))
        .toSorted((a, b) => nearness(a, wanted) - nearness(b, wanted) || (a.id < b.id ? -1 : 1))
      const page = pageIn(found, input)
      return ok({ ...page, list: page.list.map((each) => presentInstrument(app, each, delistings.get(each.id) ?? null)) })
    },
    delist: (request) => delist(app, request),
  })

/** Ranks an exact match of the code first, then codes that begin so: a typed ticker means that one. */
function nearness({ id, code }: Pick<Instrument, 'id' | 'code'>, wanted: string): number {
  const ticker = code.toLowerCase()
  if (ticker === wanted || id.toLowerCase() === wanted) return 0
  return ticker.startsWith(wanted) ? 1 : 2
}

type Decided = Result<{ state: 'waiting' | 'done' }>
type Told = () => Promise<void>

/** Closing only from one moment, and no trading from another: both are stored from now on, and holders are notified now. */
async function delist(app: FullApp, request: StaffRequest<typeof instruments.delist>): Promise<Decided> {
  const { input, trace } = request
  const { instrumentId, closingFromTimestamp: closingFrom, endTimestamp: endsAt, reason, note } = input
  if (!app.venue.instruments.has(instrumentId)) return refuse('instrument.unknown', { field: 'instrumentId' })
  const wrong = checkDelisting({ instrumentId, closingFrom, endsAt }, app.clock.now())
  if (wrong !== null) return wrong
  const tellers: Told[] = []
  const decided = await app.halts.change(() =>
    inTransaction(app.pool, async (client): Promise<Decided> => {
      const subject = `instrument:${instrumentId}`
      if ((await standingDelistings(client)).has(instrumentId)) return refuse('parameter.invalid', { field: 'instrumentId' })
      const pair = await requireDualApproval(app, client, request, { subject, accountId: null })
      if (!pair.ok) return pair
      const { state, approvalId } = pair.value
      await trace(client, { accountId: null, subject, reason, note, after: { closingFrom, endsAt, state }, approvalId })
      if (state === 'waiting') return ok({ state })
      tellers.push(await carryOut(app, client, { instrumentId, closingFrom, endsAt, approvalId }))
      return ok({ state: 'done' })
    }),
  )
  for (const tell of tellers) await tell()
  return decided
}

type Delisted = Readonly<{ instrumentId: string; closingFrom: number; endsAt: number; approvalId: string }>

async function carryOut(app: FullApp, client: PoolClient, { instrumentId, closingFrom, endsAt, approvalId }: Delisted): Promise<Told> {
  const of = { scope: 'instrument', target: instrumentId } as const
  const closing: TradingHalt = { stopId: app.ids.next(), ...of, kind: 'closeOnly', cause: 'delisting', from: closingFrom, until: endsAt }
  const final: TradingHalt = { stopId: app.ids.next(), ...of, kind: 'halt', from: endsAt }
  await insertHalt(client, closing)
  await insertHalt(client, final)
  const holders = await holdersOf(client, instrumentId)
  const delisting = { delistingId: app.ids.next(), instrumentId, closingFrom, endsAt, closingStop: closing.stopId, finalStop: final.stopId }
  await insertDelisting(client, { ...delisting, told: holders.length, announcedAt: app.clock.now(), approvalId })
  const facts = { instrument: instrumentId, from: closingFrom, until: endsAt }
  return writeMessages(app, client, holders, { template: 'instrument.delisting', facts, link: `instrument:${instrumentId}` })
}
