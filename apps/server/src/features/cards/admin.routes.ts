import { cardReviews } from '@rueda/contract/admin/cards.ts'
import { decideCard } from '@rueda/rules/cards/add.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { PoolClient } from 'pg'
import type { FullApp } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'
import { type ReviewCase, claimedCase, closeCase } from '../cases/cases.ts'
import { type StaffRegistered, type StaffRequest, staffRoutes } from '../../admin/handler.ts'
import { writeMessage } from '../messages/write.ts'
import { presentCard } from './present.ts'
import { newsOf } from './review.ts'
import { holderOf } from './save.ts'
import { type KeptCard, claimCards, saveCard } from './store.ts'

/** Staff's decisions about accounts whose holder's name only resembles the customer's. */
export const cardAdminRoutes = (app: FullApp): StaffRegistered =>
  staffRoutes(cardReviews, {
    open: (request) =>
      inTransaction(app.pool, async (client) => {
        const held = await claimed(app, client, request)
        if (!held.ok) return held
        const { found, kept } = held.value
        const { accountId } = found
        const { reason, note } = request.input
        await request.trace(client, { accountId, subject: `card:${kept.card.id}`, reason, note })
        return ok({
          accountId,
          card: presentCard(kept, { isDefault: false, now: request.now }),
          holder: kept.details.type === 'bank' ? kept.details.accountName : null,
          person: await holderOf(app, client, accountId),
        })
      }),

    decide: async (request) => {
      let tell = (): Promise<void> => Promise.resolve()
      const { decision, reasonCode, reason, note } = request.input
      if (decision === 'refuse' && reasonCode === undefined) return refuse('parameter.missing', { field: 'reasonCode' })
      const result = await inTransaction(app.pool, async (client) => {
        const held = await claimed(app, client, request)
        if (!held.ok) return held
        const { found, kept } = held.value
        const { accountId, subjectId } = found
        const decided = decideCard(kept.card, decision === 'approve' ? null : (reasonCode ?? null))
        if (decided === null) return refuse('object.not_found')
        await saveCard(client, decided, request.now)
        const outcome = decision === 'approve' ? 'approved' : 'rejected'
        const { staffId } = request.staff
        await closeCase(client, { kind: 'card', subjectId, outcome, reasonCode: decided.reason, staffId, now: request.now })
        await request.trace(client, {
          accountId,
          subject: `card:${subjectId}`,
          reason,
          note,
          after: { state: outcome, reasonCode: decided.reason },
        })
        tell = await writeMessage(app, client, accountId, newsOf(decided, kept.details, request.now))
        return ok({ state: 'done' } as const)
      })
      if (result.ok) await tell()
      return result
    },
  })

type Claimed = Readonly<{ found: ReviewCase; kept: KeptCard }>

/** The claimed case and its card, locked; a card that was deleted or decided meanwhile is refused. */
async function claimed(app: FullApp, client: PoolClient, { input, staff, now }: StaffRequest): Promise<Result<Claimed>> {
  const { id } = input as Readonly<{ id: string }>
  const found = await claimedCase(client, id, { staff, now })
  if (!found.ok) return found
  const { accountId, kind, subjectId } = found.value
  if (kind !== 'card') return refuse('object.not_found')
  const kept = (await claimCards(client, app.vault, accountId)).find(({ card }) => card.id === subjectId && card.status === 'checking')
  return kept === undefined ? refuse('object.not_found') : ok({ found: found.value, kept })
}
