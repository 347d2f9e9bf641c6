import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { IpoOrder, subscriptions as endpoints } from '@rueda/contract/subscriptions.ts'
import { type Result, refuse } from '@rueda/rules/result.ts'
import { type Offering, SUBSCRIPTION_WALLET } from '@rueda/rules/subscriptions/offering.ts'
import type { Subscription } from '@rueda/rules/subscriptions/subscription.ts'
import type { App, Deciding } from '../../app.ts'
import type { Caller, Idempotency } from '../../http/handler.ts'
import { commandKind } from '../../write-path/commands.ts'
import { missingOf } from '../orders/terms.ts'
import { type AskedSource, walletsAsked } from '../transfers/bring.ts'
import { ownSubscription } from './applications.ts'
import { takeApplication, takeBackApplication } from './deciding.ts'
import { offeringOf } from './offering.ts'
import { presentOrder } from './present.ts'
import { subscriptionsById, waitingFor } from './records.ts'
import { type Ipo, keptIpos } from './store.ts'

type Requested = Readonly<{ caller: Caller; idempotency: Idempotency }>
type Applied = DataOf<typeof endpoints.create>

/** Takes an application for new shares; its whole price is on hold with the answer. */
export async function applyToIpo(
  app: App,
  { caller, idempotency, ipoId, ...asked }: Requested & Pick<Applying, 'quantity' | 'sources'> & Readonly<{ ipoId: string }>,
): Promise<Result<Applied>> {
  const ipo = await keptIpos.byId(app.pool, ipoId)
  if (ipo === null) return refuse('object.not_found', { field: 'id' })
  const { opensAt, closesAt } = ipo
  if (ipo.status === 'withdrawn') return refuse('subscription.closed', { opensTimestamp: opensAt, closesTimestamp: closesAt })
  if (missingOf(app, caller).identityMissing) return refuse('kyc.required')
  const given = { ...asked, id: app.ids.next(), offering: offeringOf(ipo) }
  return app.commands.run(applyingForShares, { accountId: caller.accountId, idempotency, arguments: given })
}

type Applying = Readonly<{ id: string; offering: Offering; quantity: bigint; sources: readonly AskedSource[] }>

export const applyingForShares = commandKind({
  name: 'subscriptions.apply',
  reads: ({ offering, sources }: Applying) => ({
    wallets: walletsAsked(SUBSCRIPTION_WALLET, sources),
    records: [waitingFor([offering.id])],
  }),
  decide: (app: Pick<Deciding, 'venue' | 'switches'>, applying, state, now) =>
    app.switches.refusal('subscriptions') ?? takeApplication(app, applying, state, now),
})

/** Takes an application back while its window is open. */
export async function cancelIpoApplication(
  app: App,
  { caller, idempotency, id }: Requested & Readonly<{ id: string }>,
): Promise<Result<IpoOrder>> {
  const subscription = await ownSubscription(app.pool, caller.accountId, id)
  const ipo = subscription?.kind === 'ipo' ? await keptIpos.byId(app.pool, subscription.offeringId) : null
  if (ipo === null) return refuse('object.not_found', { field: 'id' })
  return app.commands.run(cancellingApplication, { accountId: caller.accountId, idempotency, arguments: { id, ipo } })
}

export const cancellingApplication = commandKind({
  name: 'subscriptions.cancel',
  reads: ({ id }: Readonly<{ id: string; ipo: Ipo }>) => ({ wallets: [SUBSCRIPTION_WALLET], records: [subscriptionsById([id])] }),
  decide: (app: Pick<Deciding, 'venue'>, { id, ipo }, state, now) => {
    const present = (subscription: Subscription) => presentOrder({ subscription, key: null }, ipo, now)
    return takeBackApplication(app, { id, closesAt: ipo.closesAt, present }, state, now)
  },
})
