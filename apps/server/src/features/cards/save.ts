import type { Card as CardRow } from '@rueda/contract/cards.ts'
import { addCard, destinationOf, removeCard, updateCard } from '@rueda/rules/cards/add.ts'
import type { CardDetails } from '@rueda/rules/cards/card.ts'
import { nameOfCard } from '@rueda/rules/cards/mask.ts'
import type { MessageDraft } from '@rueda/rules/messages/message.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { PoolClient } from 'pg'
import type { App } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Clock } from '../../deps.ts'
import type { Caller, Idempotency } from '../../http/handler.ts'
import { closeCase } from '../cases/cases.ts'
import { reviewAt } from '../cases/review-time.ts'
import { answerOnce } from '../../write-path/answer-once.ts'
import { claimAccount } from '../../write-path/claim-account.ts'
import { useCode as spendCode } from '../accounts/codes.ts'
import { coolingUntil, pauseFact } from '../accounts/cooling-off.ts'
import { checkMailbox } from '../accounts/mailbox.ts'
import { identifiedPerson } from '../kyc/person.ts'
import { writeMessage } from '../messages/write.ts'
import { presentCard } from './present.ts'
import * as store from './store.ts'

export type CardDeps = App & Readonly<{ wallClock: Clock }>

type Saving = Readonly<{ caller: Caller; idempotency: Idempotency; id: string | null; details: CardDetails; code: string | null }>

/** Saves a new card, or a new version of a known one. The answer is kept with it, so that a repeated request finds it. */
export async function saveCard(app: CardDeps, saving: Saving): Promise<Result<CardRow>> {
  const { idempotency, id, details } = saving
  const { accountId } = saving.caller
  const now = app.wallClock.now()
  const proof = await checkMail(app, saving)
  if (!proof.ok) return proof
  return carryOut(app, accountId, async (client, told) => {
    const claim = () => claimAccount(client, accountId)
    return answerOnce(client, { accountId, idempotency, now, claim }, async () => {
      const own = await store.cardsOf(client, app.vault, accountId)
      const off = app.switches.refusal('cards')
      if (off !== null) return off
      const holder = await holderOf(app, client, accountId)
      if (holder === null) return refuse('kyc.required')
      const known = id === null ? null : own.find(({ card }) => card.id === id)
      if (known === undefined) return refuse('object.not_found', { field: 'id' })
      const fingerprint = app.vault.fingerprint('card', destinationOf(details))
      const others = own.filter((each) => each !== known)
      const asking = {
        ...{ details, holder, now },
        others: others.filter(({ card }) => card.type === details.type).length,
        isDuplicate: others.some((each) => each.fingerprint.equals(fingerprint)),
        reviewAt: reviewAt(app.settings, app.random, now),
        coolingUntil: coolingUntil(app.settings, now),
      }
      const saved = known === null ? addCard({ accountId, id: app.ids.next() }, asking) : updateCard(known.card, asking)
      if (!saved.ok) return saved
      if (proof.value !== null && !(await spendCode(client, proof.value, now))) return refuse('code.wrong')
      await store.insertCard(client, app.vault, { card: saved.value, details, fingerprint })
      const template = known === null ? 'security.cardAdded' : 'security.cardChanged'
      told.push({ template, facts: { card: nameOfCard(details), until: pauseFact(saved.value.coolingUntil, now) }, link: null })
      return ok(presentCard({ card: saved.value, details, queuedAt: null }, { isDefault: false, now }))
    })
  })
}

/** Checks the mailed code too if the account requires one for its destinations (`docs/rules/cards.md` O.17). */
async function checkMail(app: CardDeps, { caller: { accountId }, idempotency, code }: Saving): Promise<Result<string | null>> {
  const email = await store.mailboxOf(app.pool, accountId)
  return checkMailbox(app, { accountId, email, purpose: 'card', code, idempotency })
}

/** Somebody else's card reads as a missing one. */
export async function deleteCard(app: CardDeps, { accountId }: Caller, id: string): Promise<Result<true>> {
  return carryOut(app, accountId, async (client, told) => {
    const known = (await store.claimCards(client, app.vault, accountId)).find(({ card }) => card.id === id)
    if (known === undefined) return refuse('object.not_found', { field: 'id' })
    const removed = removeCard(known.card, await store.isInUse(client, accountId, id))
    if (!removed.ok) return removed
    await store.saveCard(client, removed.value, app.wallClock.now())
    // The card's case needs no decision any more.
    await closeCase(client, { kind: 'card', subjectId: id, outcome: 'removed', now: app.wallClock.now() })
    told.push({ template: 'security.cardRemoved', facts: { card: nameOfCard(known.details) }, link: null })
    return ok(true)
  })
}

export async function holderOf(app: Pick<App, 'vault'>, client: PoolClient, accountId: string): Promise<string | null> {
  const person = await identifiedPerson(app, client, accountId)
  return person === null ? null : `${person.firstName} ${person.lastName}`
}

type Change<Value> = (client: PoolClient, told: MessageDraft[]) => Promise<Result<Value>>

/** The change and its messages are committed together; connected clients are notified afterwards. */
export async function carryOut<Value>(app: CardDeps, accountId: string, change: Change<Value>): Promise<Result<Value>> {
  const told: MessageDraft[] = []
  const tellers: (() => Promise<void>)[] = []
  const changed = await inTransaction(app.pool, async (client) => {
    const result = await change(client, told)
    for (const draft of told) tellers.push(await writeMessage(app, client, accountId, draft))
    return result
  })
  if (changed.ok) for (const tell of tellers) await tell()
  return changed
}
