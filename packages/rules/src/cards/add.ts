import { next } from '../machine.ts'
import { type Result, ok, refuse } from '../result.ts'
import type { Instant } from '../time.ts'
import { normalNumber, wrongFieldOf } from './bank-account.ts'
import { type Card, type CardDetails, type CardType, cardMachine } from './card.ts'
import { type NameMatch, matchNames } from './name-match.ts'
import { checkAddress, normalAddress } from './networks.ts'

/** The most destinations of one type a customer may keep. */
export const MAX_CARDS = 5

type Asking = Readonly<{
  details: CardDetails
  /** The name of the customer's documents. */
  holder: string
  /** The customer's other destinations: the number of this type, and if one of them is the same as this. */
  others: number
  isDuplicate: boolean
  now: Instant
  reviewAt: Instant
  coolingUntil: Instant
}>

/** A new destination, or a refusal that names the wrong field. */
export function addCard(identity: Pick<Card, 'accountId' | 'id'>, asking: Asking): Result<Card> {
  if (asking.others >= MAX_CARDS) return refuse('card.full', { num: MAX_CARDS })
  return checked({ ...identity, version: 1 }, asking)
}

/** The same card with other details: a new version, checked anew, whose first day begins again. */
export function updateCard(card: Card, asking: Asking): Result<Card> {
  if (next(cardMachine, card.status, 'update') === null || card.type !== asking.details.type)
    return refuse('parameter.invalid', { field: 'id' })
  return checked({ accountId: card.accountId, id: card.id, version: card.version + 1 }, asking)
}

/** Removes a destination; one that money is on its way to stays. */
export function removeCard(card: Card, isInUse: boolean): Result<Card> {
  const status = next(cardMachine, card.status, 'remove')
  if (status === null) return refuse('object.not_found', { field: 'id' })
  return isInUse ? refuse('parameter.invalid', { field: 'id', reason: 'in_use' }) : ok({ ...card, status })
}

function checked(identity: Pick<Card, 'accountId' | 'id' | 'version'>, asking: Asking): Result<Card> {
  const { details, now, reviewAt, coolingUntil } = asking
  const wrong = wrongDetail(details)
  if (wrong !== null) return refuse('card.checksum', { field: wrong })
  const nameMatch = details.type === 'bank' ? matchNames(details.accountName, asking.holder) : null
  if (nameMatch === 'different') return refuse('card.name_mismatch', { field: 'accountName' })
  if (asking.isDuplicate) return refuse('card.duplicate', { field: fieldOfNumber[details.type] })
  return ok({ ...identity, type: details.type, status: 'checking', reason: null, nameMatch, addedAt: now, reviewAt, coolingUntil })
}

const fieldOfNumber: Readonly<Record<CardType, string>> = { bank: 'cardNo', vm: 'address' }

function wrongDetail(details: CardDetails): string | null {
  if (details.type === 'bank') return wrongFieldOf(details)
  return checkAddress(details.network, details.address) === 'wrong' ? 'address' : null
}

/** Numbers and addresses as they are stored, so that two spellings of one destination are equal. */
export function normalDetails(details: CardDetails): CardDetails {
  if (details.type === 'vm') return { ...details, address: details.address.trim() }
  return { ...details, number: normalNumber(details.countryCode, details.number) }
}

/** The key of a destination, which no two cards may share. */
export const destinationOf = (details: CardDetails): string =>
  details.type === 'bank'
    ? `bank ${details.countryCode} ${details.number}`
    : `${details.network} ${normalAddress(details.network, details.address)}`

type Certificate = Readonly<{ isIdentityPassed: boolean; nameMatch: NameMatch | null }>

/**
 * The certificate check at its time: a card that agrees with the customer's documents is accepted, one whose customer lost them is not, and
 * a doubtful one waits for staff. Null where nothing is decided yet.
 */
export function certify(card: Card, { isIdentityPassed, nameMatch }: Certificate, now: Instant): Card | null {
  if (now < card.reviewAt) return null
  if (!isIdentityPassed) return decideCard(card, 'IDENTITY_LOST')
  return nameMatch === 'similar' ? null : decideCard(card, nameMatch === 'different' ? 'HOLDER_MISMATCH' : null)
}

/** The end of a check, by rules or by staff; null when the card is not being checked. */
export function decideCard(card: Card, reason: Card['reason']): Card | null {
  const status = next(cardMachine, card.status, reason === null ? 'certify' : 'reject')
  return status === null ? null : { ...card, status, reason }
}
