import type { FollowOrder } from '@rueda/contract/follow.ts'
import type { AgencyId, TermDays } from '@rueda/rules/follow/agency.ts'
import { endMandate, limitMandate, renewMandate, takeMandateBack } from '@rueda/rules/follow/change.ts'
import { mandateKind } from '@rueda/rules/follow/records.ts'
import { type Changed, WALLET, placeMandate } from '@rueda/rules/follow/place.ts'
import { parseDecimal } from '@rueda/rules/decimal.ts'
import { minorDigits } from '@rueda/rules/money.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { App, Deciding } from '../../app.ts'
import type { Caller, Idempotency } from '../../http/handler.ts'
import { houseDate } from '../../venue/value-date.ts'
import { commandKind } from '../../write-path/commands.ts'
import { cutOffAt, dealDateAt } from '../funds/schedule.ts'
import { referenceNumber } from '../orders/numbers.ts'
import { suitabilityAttemptsOf } from '../suitability/records.ts'
import { roomOf } from './capacity.ts'
import { presentMandate } from './present.ts'
import { mandatesById } from './records.ts'
import { standingOf } from './standing.ts'
import { ownMandate } from './store.ts'
import { settlesOn } from './term-end.ts'

/** What a customer does with mandates: place one, end it, renew it, limit its loss, and take back what waits. */
type Requested = Readonly<{ caller: Caller; idempotency: Idempotency }>
type Knowing = Pick<Deciding, 'venue' | 'agencies' | 'offerings'>

export type Asked = Readonly<{ agencyId: AgencyId; amount: bigint; termDays: TermDays; lossLimit: number | null }>

/** Takes a mandate: its money is on hold with the answer. */
export const follow = (app: App, asked: Requested & Asked): Promise<Result<FollowOrder>> => placeBeside(app, { ...asked, beside: null })

type Placing = Asked &
  Readonly<{
    /** The mandate that this one is an addition to. */
    beside: string | null
  }>

async function placeBeside(app: App, { caller, idempotency, ...asked }: Requested & Placing): Promise<Result<FollowOrder>> {
  if (app.agencies.latest(asked.agencyId) === null) return refuse('object.not_found', { field: 'agencyId' })
  const room = (await roomOf(app, 'waiting'))(asked.agencyId).left
  return app.commands.run(placingMandate, { accountId: caller.accountId, idempotency, arguments: { id: app.ids.next(), room, ...asked } })
}

type Adding = Requested & Readonly<{ orderId: string; amount: string }>

/** Another mandate beside one that still waits, with its agency, term and loss limit; both are confirmed at the same strike. */
export async function addToMandate(app: App, { caller, idempotency, orderId, amount: typed }: Adding): Promise<Result<FollowOrder>> {
  const mandate = await ownMandate(app.pool, caller.accountId, orderId)
  if (mandate === null) return refuse('object.not_found', { field: 'orderId' })
  const amount = parseDecimal(typed, minorDigits.USD)
  if (amount === null) return refuse('parameter.invalid', { field: 'amount' })
  const { agencyId, termDays, limit } = mandate
  const terms = { agencyId, termDays, lossLimit: limit?.percent ?? null }
  return placeBeside(app, { caller, idempotency, amount, ...terms, beside: orderId })
}

export const placingMandate = commandKind({
  name: 'follow.add',
  reads: ({ beside }: Placing & Readonly<{ id: string; room: bigint }>) => ({
    wallets: [WALLET],
    records: [suitabilityAttemptsOf, ...(beside === null ? [] : [mandatesById([beside])])],
  }),
  decide: (app: Knowing & Pick<Deciding, 'switches'>, { beside, ...given }, state, now) => {
    // Looked at here, so that a repeated request gets its first answer also when the one beside it has begun.
    if (beside !== null && mandateKind.of(state).get(beside)?.status !== 'waiting') return refuse('mandate.not_waiting')
    const off = app.switches.refusal('follow') ?? app.offerings.refusal('agency', given.agencyId)
    if (off !== null) return off
    const dealDate = dealDateAt(app.venue, now)
    if (dealDate === null) return refuse('quote.stale')
    const number = referenceNumber('M', dealDate, given.id)
    const takesOrders = standingOf(app, given.agencyId).status === 'open'
    return presented(app, placeMandate(state, { ...given, number, takesOrders, dealDate, valueDate: houseDate(app.venue) }, now), now)
  },
})

type OfMandate = Readonly<{ mandateId: string }>
const ofMandate = ({ mandateId }: OfMandate) => ({ wallets: [], records: [mandatesById([mandateId])] })

export const endFollowing = (app: App, { caller, idempotency, ...given }: Requested & OfMandate & Readonly<{ takesExitFee: boolean }>) =>
  app.commands.run(endingMandate, { accountId: caller.accountId, idempotency, arguments: given })

export const endingMandate = commandKind({
  name: 'follow.end',
  reads: (given: OfMandate & Readonly<{ takesExitFee: boolean }>) => ofMandate(given),
  decide: (app: Knowing, given, state, now) => changed(app, now, (days) => endMandate(state, { ...given, ...days }, now)),
})

export const renewFollowing = (app: App, { caller, idempotency, ...given }: Requested & OfMandate & Readonly<{ renews: boolean }>) =>
  app.commands.run(renewingMandate, { accountId: caller.accountId, idempotency, arguments: given })

export const renewingMandate = commandKind({
  name: 'follow.renew',
  reads: (given: OfMandate & Readonly<{ renews: boolean }>) => ofMandate(given),
  decide: (app: Knowing, given, state, now) => changed(app, now, (days) => renewMandate(state, { ...given, ...days }, now)),
})

export const limitFollowing = (
  app: App,
  { caller, idempotency, ...given }: Requested & OfMandate & Readonly<{ lossLimit: number | null }>,
) => app.commands.run(changingLimit, { accountId: caller.accountId, idempotency, arguments: given })

export const changingLimit = commandKind({
  name: 'follow.limit',
  reads: (given: OfMandate & Readonly<{ lossLimit: number | null }>) => ofMandate(given),
  decide: (app: Knowing, given, state, now) => changed(app, now, (days) => limitMandate(state, { ...given, ...days }, now)),
})

export const cancelFollowing = (app: App, { caller, idempotency, ...given }: Requested & OfMandate) =>
  app.commands.run(takingMandateBack, { accountId: caller.accountId, idempotency, arguments: given })

export const takingMandateBack = commandKind({
  name: 'follow.cancel',
  reads: ({ mandateId }: OfMandate) => ({ wallets: [WALLET], records: [mandatesById([mandateId])] }),
  decide: (app: Knowing, { mandateId }, state, now) =>
    presented(app, takeMandateBack(state, { mandateId, valueDate: houseDate(app.venue), cutOffOf: cutOffAt }, now), now),
})

type Days = Readonly<{ dealDate: CalendarDate; settlesOn: (expiresOn: CalendarDate) => CalendarDate }>

function changed(app: Knowing, now: Instant, change: (days: Days) => Result<Changed>) {
  const dealDate = dealDateAt(app.venue, now)
  return dealDate === null ? refuse('quote.stale') : presented(app, change({ dealDate, settlesOn: (date) => settlesOn(app, date) }), now)
}

const presented = (app: Knowing, result: Result<Changed>, now: Instant) =>
  result.ok ? ok({ outcome: result.value.outcome, data: presentMandate(app, result.value.mandate, now) }) : result
