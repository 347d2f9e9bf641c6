import type { Card } from '../../src/cards/card.ts'
import { type Result, refuse } from '../../src/result.ts'
import { DAY_MS } from '../../src/time.ts'
import { type ModelCard, type Place, cardAnswer, hasLeavingTo, missingToLeave } from '../model/standing.ts'
import { expectAnswer } from '../orders/place.ts'
import type { Step } from '../world/world.ts'
import { reviewOf } from './identity.ts'
import { FIRST_PLACE, OWNER, detailsOf, places, typeOf } from './places.ts'
import { withdrawalKind } from '../../src/withdrawals/records.ts'
import { cardKind } from '../../src/cards/records.ts'

/** Destinations: added, changed, removed and checked, right and wrong, with other names and while money is on its way to them. */
export function addDestination(step: Step): void {
  const { rng, number } = step
  saveDestination(step, null, `c-${number}`, rng.pick(places))
}

export function changeDestination(step: Step): void {
  const card = pickCard(step)
  if (card === null) return
  if (step.rng.percent(50)) return removeDestination(step, card)
  saveDestination(step, card, card.id, step.rng.pick(places))
}

const RECENT = 8

export function pickCard({ rng, model }: Step): ModelCard | null {
  const all = [...model.standing.cards.values()]
  const usable = all.filter(({ state }) => state === 'active')
  const newest = all.at(-1)
  if (newest !== undefined && rng.percent(25)) return newest
  const among = usable.length > 0 && rng.percent(85) ? usable : all.slice(-RECENT)
  return among.length === 0 ? null : rng.pick(among)
}

function saveDestination(step: Step, known: ModelCard | null, id: string, place: Place): void {
  const { world, model, account, now } = step
  const coolingUntil = now + DAY_MS
  const saved = saveInHouse(step, known, id, place)
  const expected =
    missingToLeave(model, now) ?? (known?.state === 'removed' ? 'object.not_found' : cardAnswer(model, known, typeOf(place), place))
  expectAnswer(saved, expected, `the destination ${place.number}`)
  if (!saved.ok) return void world.seen.add(`destination refused: ${saved.refusal}`)
  cardKind.of(account.state).set(id, saved.value)
  account.standing.cardDetails.set(id, detailsOf(place))
  account.standing.queuedCards.delete(id)
  const version = (known?.version ?? 0) + 1
  const card: ModelCard = {
    ...{ id, type: typeOf(place), version, place, state: 'checking', reviewAt: reviewOf(now), coolingUntil, waitsForPerson: false },
  }
  model.standing.cards.set(id, card)
  const { version: given, coolingUntil: cools } = saved.value
  if (given !== version || cools !== coolingUntil) throw new Error(`card ${id} is version ${given} and cools off until ${cools}`)
  world.seen.add(known === null ? 'destination added' : 'destination changed')
}

function saveInHouse({ world, account, accountId, now }: Step, known: ModelCard | null, id: string, place: Place): Result<Card> {
  const { rules } = world.brokerage
  const missing = rules.gateOut(account, now)
  if (missing !== null) return missing
  const own = [...cardKind.of(account.state).values()].filter(({ status }) => status !== 'removed')
  const card = own.find((each) => each.id === id)
  if (known !== null && card === undefined) return refuse('object.not_found')
  const others = own.filter((each) => each !== card)
  const details = detailsOf(place)
  const isSame = (each: Card): boolean =>
    JSON.stringify(numberOf(account.standing.cardDetails.get(each.id))) === JSON.stringify(numberOf(details))
  const asking = {
    ...{ details, holder: OWNER, now, reviewAt: reviewOf(now), coolingUntil: now + DAY_MS },
    others: others.filter(({ type }) => type === details.type).length,
    isDuplicate: others.some(isSame),
  }
  return card === undefined ? rules.addCard({ accountId, id }, asking) : rules.updateCard(card, asking)
}

type Details = ReturnType<typeof detailsOf> | undefined
const numberOf = (details: Details): string | undefined => (details?.type === 'bank' ? details.number : details?.address)

function removeDestination(step: Step, card: ModelCard): void {
  const { world, model, account, now } = step
  const { rules } = world.brokerage
  const kept = cardKind.of(account.state).get(card.id)
  const isInUse = [...withdrawalKind.of(account.state).values()].some(
    ({ destination, status }) => destination.cardId === card.id && (status === 'pending' || status === 'sending'),
  )
  const removed = rules.gateOut(account, now) ?? (kept === undefined ? refuse('object.not_found') : rules.removeCard(kept, isInUse))
  const answer = card.state === 'removed' ? 'object.not_found' : hasLeavingTo(model, card.id) ? 'parameter.invalid' : null
  expectAnswer(removed, missingToLeave(model, now) ?? answer, `the removal of ${card.id}`)
  if (!removed.ok) return void world.seen.add(`removal refused: ${removed.refusal}`)
  cardKind.of(account.state).set(card.id, removed.value)
  card.state = 'removed'
  world.seen.add('destination removed')
}

/** The certificate check of every card of a customer, too early, in time and twice; staff decide the cases it leaves to them. */
export function checkDestinations(step: Step): void {
  for (const card of step.model.standing.cards.values()) {
    if (card.state !== 'checking') continue
    if (card.waitsForPerson) decideAsPerson(step, card)
    else reviewByRules(step, card)
  }
}

function reviewByRules({ world, rng, model, account }: Step, card: ModelCard): void {
  const at = card.reviewAt + rng.pick([-1, 0, 0, 1])
  const kept = cardKind.of(account.state).get(card.id)
  if (kept === undefined) throw new Error(`card ${card.id} is not in the books`)
  const isIdentityPassed = account.standing.identity === 'passed'
  const nameMatch = card.type === 'bank' ? card.place.name : null
  const decided = world.brokerage.rules.certify(kept, { isIdentityPassed, nameMatch }, at)
  const isKnown = model.standing.identity === 'passed'
  const becomes = isKnown ? 'active' : 'rejected'
  const isDecided = at >= card.reviewAt && !(isKnown && nameMatch === 'similar')
  const expected = isDecided ? becomes : null
  if ((decided?.status ?? null) !== expected) throw new Error(`card ${card.id} became ${decided?.status}, the model says ${expected}`)
  if (decided === null) {
    if (at < card.reviewAt) return
    card.waitsForPerson = true
    account.standing.queuedCards.add(card.id)
    return void world.seen.add('destination left to a person')
  }
  cardKind.of(account.state).set(card.id, decided)
  card.state = becomes
  world.seen.add(`destination ${becomes}`)
}

function decideAsPerson({ world, rng, account }: Step, card: ModelCard): void {
  const kept = cardKind.of(account.state).get(card.id)
  const isTaken = rng.percent(70)
  const decided = kept === undefined ? null : world.brokerage.rules.decideCard(kept, isTaken ? null : 'HOLDER_MISMATCH')
  if (decided === null) throw new Error(`nobody could decide about card ${card.id}`)
  cardKind.of(account.state).set(card.id, decided)
  account.standing.queuedCards.delete(card.id)
  card.state = isTaken ? 'active' : 'rejected'
  if (decided.status !== card.state) throw new Error(`card ${card.id} became ${decided.status}, the model says ${card.state}`)
  world.seen.add(`destination ${card.state} by a person`)
}

/** Most customers are known at the beginning, and have a place for their money that had its first day. */
export function beginKnown({ account, model, accountId, now }: Pick<Step, 'account' | 'model' | 'accountId' | 'now'>): void {
  const identity = 'passed'
  const known = { identity, paper: `2000${accountId}`, isBirthDateTold: true } as const
  Object.assign(account.standing, known)
  Object.assign(model.standing, known)
  const id = 'c-first'
  cardKind.of(account.state).set(id, {
    ...{ accountId, id, version: 1, type: 'vm', status: 'active', reason: null, nameMatch: null, addedAt: now, reviewAt: now },
    coolingUntil: now,
  })
  account.standing.cardDetails.set(id, detailsOf(FIRST_PLACE))
  model.standing.cards.set(id, {
    ...{ id, type: 'vm', version: 1, place: FIRST_PLACE, state: 'active', reviewAt: now, coolingUntil: now, waitsForPerson: false },
  })
}
