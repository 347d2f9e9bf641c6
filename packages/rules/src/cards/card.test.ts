import { describe, expect, it } from 'vitest'
import { type ActionOf, next } from '../machine.ts'
import { DAY_MS, MINUTE_MS } from '../time.ts'
import { addCard, certify, decideCard, destinationOf, normalDetails, removeCard, updateCard } from './add.ts'
import { type Card, type CardDetails, type CardStatus, cardMachine, isUsable } from './card.ts'
import { maskedNumber } from './mask.ts'

const NOW = Date.UTC(2026, 10, 18, 19)
const bank: CardDetails = {
  type: 'bank',
  countryCode: 'AR',
  currency: 'ARS',
  bankName: 'Banco Macro',
  accountName: 'Juan Perez',
  number: '2850590940090418135201',
  swift: null,
}
const wallet: CardDetails = { type: 'vm', network: 'TRC20', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', label: 'Cold' }

const asking = (change: object = {}) => ({
  details: bank,
  holder: 'Juan Pérez',
  others: 0,
  isDuplicate: false,
  now: NOW,
  reviewAt: NOW + 4 * MINUTE_MS,
  coolingUntil: NOW + DAY_MS,
  ...change,
})
const add = (change: object = {}) => addCard({ accountId: '10002931', id: 'card-1' }, asking(change))

function added(change: object = {}): Card {
  const result = add(change)
  if (!result.ok) throw new Error(result.refusal)
  return result.value
}

describe('a new destination', () => {
  it('is checked, and usable a day after it was added', () => {
    const card = added()
    expect(card).toMatchObject({ version: 1, status: 'checking', nameMatch: 'same', coolingUntil: NOW + DAY_MS })
    expect(isUsable(card, NOW + DAY_MS)).toBe(false)
    const active = certify(card, { isIdentityPassed: true, nameMatch: 'same' }, card.reviewAt)
    expect(active).toMatchObject({ status: 'active', reason: null })
    expect(active !== null && isUsable(active, NOW + DAY_MS - 1)).toBe(false)
    expect(active !== null && isUsable(active, NOW + DAY_MS)).toBe(true)
  })

  it.each([
    ['a number whose check does not fit', { details: { ...bank, number: '2850590940090418135202' } }, 'card.checksum', 'cardNo'],
    [
      'an address whose check does not fit',
      { details: { ...wallet, address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u' } },
      'card.checksum',
      'address',
    ],
    ['somebody else’s account', { holder: 'Maria Lopez' }, 'card.name_mismatch', 'accountName'],
    ['a destination the customer keeps already', { isDuplicate: true }, 'card.duplicate', 'cardNo'],
    ['a sixth of its type', { others: 5 }, 'card.full', undefined],
  ])('refuses %s', (_, change, refusal, field) => {
    const result = add(change)
    expect(result).toMatchObject({ ok: false, refusal })
    if (!result.ok) expect(result.facts['field']).toBe(field)
  })

  it('takes a fifth', () => expect(add({ others: 4 }).ok).toBe(true))
  it('asks no name of an address', () => expect(added({ details: wallet, holder: 'Maria Lopez' }).nameMatch).toBeNull())
})

describe('the certificate check', () => {
  const card = added()
  const passed = { isIdentityPassed: true, nameMatch: 'same' } as const

  it('waits for its time', () => expect(certify(card, passed, card.reviewAt - 1)).toBeNull())
  it('leaves a similar name to people', () => {
    expect(certify(card, { ...passed, nameMatch: 'similar' }, card.reviewAt)).toBeNull()
    expect(decideCard(card, 'HOLDER_MISMATCH')).toMatchObject({ status: 'rejected', reason: 'HOLDER_MISMATCH' })
    expect(decideCard(card, null)).toMatchObject({ status: 'active' })
  })
  it('does not take a card whose customer lost the identity it was compared with', () =>
    expect(certify(card, { ...passed, isIdentityPassed: false }, card.reviewAt)).toMatchObject({
      status: 'rejected',
      reason: 'IDENTITY_LOST',
    }))
  it('does not take a name that has become another', () =>
    expect(certify(card, { ...passed, nameMatch: 'different' }, card.reviewAt)).toMatchObject({
      status: 'rejected',
      reason: 'HOLDER_MISMATCH',
    }))
})

describe('every status and every action (docs/rules/cards.md J.4)', () => {
  const allowed: Readonly<Record<CardStatus, Partial<Record<ActionOf<typeof cardMachine>, CardStatus>>>> = {
    checking: { certify: 'active', reject: 'rejected', remove: 'removed' },
    active: { update: 'checking', remove: 'removed' },
    rejected: { update: 'checking', remove: 'removed' },
    removed: {},
  }
  const actions = ['certify', 'reject', 'update', 'remove'] as const
  const cases = Object.keys(allowed).flatMap((status) => actions.map((action) => [status as CardStatus, action] as const))

  it.each(cases)('%s, %s', (status, action) => expect(next(cardMachine, status, action)).toBe(allowed[status][action] ?? null))

  it.each(cases)('the rules go by it: %s, %s', (status, action) => {
    const card: Card = { ...added(), status, reason: null }
    const carriedOut = {
      certify: () => decideCard(card, null) !== null,
      reject: () => decideCard(card, 'ACCOUNT_CLOSED') !== null,
      update: () => updateCard(card, asking()).ok,
      remove: () => removeCard(card, false).ok,
    }
    expect(carriedOut[action]()).toBe(allowed[status][action] !== undefined)
  })
})

describe('a change', () => {
  const active: Card = { ...added(), status: 'active' }

  it('is a new version, whose check and first day begin again', () => {
    const later = NOW + 3 * DAY_MS
    const changed = updateCard(active, asking({ now: later, reviewAt: later + MINUTE_MS, coolingUntil: later + DAY_MS }))
    expect(changed).toMatchObject({ ok: true, value: { id: 'card-1', version: 2, status: 'checking', coolingUntil: later + DAY_MS } })
  })
  it('does not make a bank account an address', () =>
    expect(updateCard(active, asking({ details: wallet }))).toMatchObject({ ok: false, refusal: 'parameter.invalid' }))
  it('does not remove a destination that money is on its way to', () => {
    expect(removeCard(active, true)).toMatchObject({ ok: false, refusal: 'parameter.invalid', facts: { reason: 'in_use' } })
    expect(removeCard(active, false)).toMatchObject({ ok: true, value: { status: 'removed' } })
  })
})

it('shows four signs of an account, and the ends of an address', () => {
  expect(maskedNumber(bank)).toBe('••••5201')
  expect(maskedNumber(wallet)).toBe('TR7NHq…Lj6t')
})

it('two spellings of one destination are one', () => {
  const spaced = normalDetails({ ...bank, number: '28505909 40090418135201' })
  expect(destinationOf(spaced)).toBe(destinationOf(normalDetails(bank)))
  expect(destinationOf(normalDetails({ ...wallet, network: 'BTC' }))).not.toBe(destinationOf(normalDetails(wallet)))
})
