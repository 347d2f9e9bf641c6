import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { PlacingOrder, placings as endpoints } from '@rueda/contract/placing.ts'
import { type PlacingEvidence, refusalOfPlacing } from '@rueda/rules/placing/eligibility.ts'
import { type Result, refuse } from '@rueda/rules/result.ts'
import { type Offering, SUBSCRIPTION_WALLET } from '@rueda/rules/subscriptions/offering.ts'
import type { Subscription } from '@rueda/rules/subscriptions/subscription.ts'
import { isSuitable } from '@rueda/rules/suitability/standing.ts'
import type { App, Deciding } from '../../app.ts'
import type { Caller, Idempotency } from '../../http/handler.ts'
import { commandKind } from '../../write-path/commands.ts'
import { missingOf } from '../orders/terms.ts'
import { ownSubscription } from '../subscriptions/applications.ts'
import { takeApplication, takeBackApplication } from '../subscriptions/deciding.ts'
import { subscriptionsById, waitingFor } from '../subscriptions/records.ts'
import { type AskedSource, walletsAsked } from '../transfers/bring.ts'
import { suitabilityAttemptsOf } from '../suitability/records.ts'
import { standingOf } from './evidence.ts'
import { offeringIdOf, offeringOf } from './offering.ts'
import { presentOrder } from './present.ts'
import { type Placing, keptPlacings } from './store.ts'

type Requested = Readonly<{ caller: Caller; idempotency: Idempotency }>
type Applied = DataOf<typeof endpoints.create>
type Asked = Readonly<{ placingId: string; quantity: bigint; price: bigint; sources: readonly AskedSource[] }>

/** Takes an application for shares of a placing; its whole price is on hold with the answer. */
export async function applyToPlacing(
  app: App,
  { caller, idempotency, placingId, quantity, price, sources }: Requested & Asked,
): Promise<Result<Applied>> {
  const placing = await keptPlacings.byId(app.pool, placingId)
  if (placing === null) return refuse('object.not_found', { field: 'id' })
  const { terms, opensAt, closesAt, status } = placing
  if (terms === null || status === 'withdrawn') {
    return refuse('subscription.closed', { opensTimestamp: opensAt, closesTimestamp: closesAt })
  }
  // The price is fixed: whoever names another one has seen something else.
  if (price !== terms.price) return refuse('parameter.invalid', { field: 'price' })
  if (missingOf(app, caller).identityMissing) return refuse('kyc.required')
  const given = {
    ...{ id: app.ids.next(), offeringId: offeringIdOf(placing.number), offering: offeringOf(placing, terms), quantity, sources },
    standing: await standingOf(app, caller.accountId),
  }
  return app.commands.run(applyingForPlacing, { accountId: caller.accountId, idempotency, arguments: given })
}

type Applying = Readonly<{
  id: string
  offeringId: string
  offering: Offering
  quantity: bigint
  sources: readonly AskedSource[]
  standing: Omit<PlacingEvidence, 'isSuitable'>
}>

export const applyingForPlacing = commandKind({
  name: 'placing.apply',
  reads: ({ offering, sources }: Applying) => ({
    wallets: walletsAsked(SUBSCRIPTION_WALLET, sources),
    records: [waitingFor([offering.id]), suitabilityAttemptsOf],
  }),
  decide: (app: Pick<Deciding, 'venue' | 'switches' | 'offerings'>, { offeringId, standing, ...asked }, state, now) => {
    const off = app.switches.refusal('placing') ?? app.offerings.refusal('placing', offeringId)
    if (off !== null) return off
    if (state.frozen) return refuse('account.frozen')
    const mayNot = refusalOfPlacing({ ...standing, isSuitable: isSuitable(state, now) })
    if (mayNot !== null) return mayNot
    return takeApplication(app, asked, state, now)
  },
})

/** Takes an application back while its window is open. */
export async function cancelPlacingApplication(
  app: App,
  { caller, idempotency, id }: Requested & Readonly<{ id: string }>,
): Promise<Result<PlacingOrder>> {
  const subscription = await ownSubscription(app.pool, caller.accountId, id)
  const placing = subscription?.kind === 'placing' ? await keptPlacings.byId(app.pool, subscription.offeringId) : null
  if (placing === null) return refuse('object.not_found', { field: 'id' })
  return app.commands.run(cancellingPlacing, { accountId: caller.accountId, idempotency, arguments: { id, placing } })
}

export const cancellingPlacing = commandKind({
  name: 'placing.cancel',
  reads: ({ id }: Readonly<{ id: string; placing: Placing }>) => ({ wallets: [SUBSCRIPTION_WALLET], records: [subscriptionsById([id])] }),
  decide: (app: Pick<Deciding, 'venue'>, { id, placing }, state, now) => {
    const present = (subscription: Subscription) => presentOrder(app.venue, { subscription, placing, held: null }, now)
    return takeBackApplication(app, { id, closesAt: placing.closesAt, present }, state, now)
  },
})
