import { certify } from '@rueda/rules/cards/add.ts'
import type { Card, CardDetails } from '@rueda/rules/cards/card.ts'
import { nameOfCard } from '@rueda/rules/cards/mask.ts'
import { matchNames } from '@rueda/rules/cards/name-match.ts'
import type { MessageDraft } from '@rueda/rules/messages/message.ts'
import { ok } from '@rueda/rules/result.ts'
import { DAY_MS, type Instant } from '@rueda/rules/time.ts'
import { pauseFact } from '../accounts/cooling-off.ts'
import { openCase } from '../cases/cases.ts'
import { type CardDeps, carryOut, holderOf } from './save.ts'
import * as store from './store.ts'

const MAX_AT_ONCE = 100

/**
 * The certificate check of every card whose time has come: a card that agrees with its customer's papers is accepted, one that only
 * resembles them waits for a person. May run twice; returns the number of cards.
 */
export async function reviewCards(app: CardDeps, now: Instant): Promise<number> {
  const due = await store.dueCards(app.pool, now, MAX_AT_ONCE)
  for (const { accountId, id } of due) await reviewCard(app, accountId, id, now)
  return due.length
}

const reviewCard = (app: CardDeps, accountId: string, id: string, now: Instant): Promise<unknown> =>
  carryOut(app, accountId, async (client, told) => {
    const known = (await store.claimCards(client, app.vault, accountId)).find(({ card }) => card.id === id)
    if (known === undefined || known.card.status !== 'checking' || known.queuedAt !== null) return ok(true)
    const holder = await holderOf(app, client, accountId)
    const decided = certify(known.card, { isIdentityPassed: holder !== null, nameMatch: matchOf(known.details, holder) }, now)
    if (decided === null) {
      await store.queueCard(client, known.card, now)
      await openCase(app, client, { kind: 'card', accountId, subjectId: id, now, dueAt: now + DAY_MS, riskFlags: ['HOLDER'] })
    } else {
      await store.saveCard(client, decided, now)
      told.push(newsOf(decided, known.details, now))
    }
    return ok(true)
  })

const matchOf = (details: CardDetails, holder: string | null) =>
  details.type === 'bank' && holder !== null ? matchNames(details.accountName, holder) : null

export function newsOf({ reason, coolingUntil }: Card, details: CardDetails, now: Instant): MessageDraft {
  const card = nameOfCard(details)
  const template = details.type === 'bank' ? 'security.cardActive' : 'security.addressActive'
  if (reason === null) return { template, facts: { card, until: pauseFact(coolingUntil, now) }, link: null }
  return { template: 'security.cardRejected', facts: { card, cardReason: reason }, link: null }
}
