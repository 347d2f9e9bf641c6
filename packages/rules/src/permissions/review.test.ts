import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../time.ts'
import { isQuizPassed, quizKey } from './quiz-key.ts'
import { type PermissionEvidence, recheckPermission, reviewPermission } from './review.ts'

const NOW = 1_000 * DAY_MS
const good: PermissionEvidence = {
  isIdentified: true,
  isFrozen: false,
  accountOpenedAt: NOW - 7 * DAY_MS,
  assets: 2_500_000n,
  isInstitution: false,
  isQuizPassed: true,
  now: NOW,
}

describe('a permission for blocks (E.4)', () => {
  it.each([
    ['with everything exactly as needed', {}, 'pass', null],
    ['without a checked identity', { isIdentified: false }, 'fail', 'IDENTITY'],
    ['with an account of not quite seven days', { accountOpenedAt: NOW - 7 * DAY_MS + 1 }, 'fail', 'ACCOUNT_TOO_NEW'],
    ['with a cent too little', { assets: 2_499_999n }, 'fail', 'ASSETS_TOO_LOW'],
    ['with debts', { assets: -1n }, 'fail', 'ASSETS_TOO_LOW'],
    ['with nothing, as an institution', { assets: 0n, isInstitution: true }, 'pass', null],
    ['with the quiz failed', { isQuizPassed: false }, 'fail', 'QUIZ_FAILED'],
    ['without the quiz', { isQuizPassed: null }, 'fail', 'QUIZ_FAILED'],
    ['with an account that is frozen', { isFrozen: true }, 'uncertain', null],
    ['that is frozen and has too little', { isFrozen: true, assets: 0n }, 'fail', 'ASSETS_TOO_LOW'],
    ['with nothing right, names the first thing', { isIdentified: false, assets: 0n, isQuizPassed: false }, 'fail', 'IDENTITY'],
  ] as const)('%s', (_, changes, outcome, reason) => {
    expect(reviewPermission('blockTrade', { ...good, ...changes })).toMatchObject({ outcome, reason })
  })
})

it.each([
  ['an institution is always looked at by a person', 'institution', {}, 'uncertain', null],
  ['an institution without a checked identity is none', 'institution', { isIdentified: false }, 'fail', 'IDENTITY'],
  ['an institution may trade', 'trading', { isInstitution: true }, 'pass', null],
  ['nobody else needs to ask for it', 'trading', {}, 'fail', 'NO_INSTITUTION'],
] as const)('%s', (_, type, changes, outcome, reason) => {
  expect(reviewPermission(type, { ...good, ...changes })).toMatchObject({ outcome, reason })
})

describe('the quiz', () => {
  const right = Object.values(quizKey)
  const wrongAt = (...places: number[]) => right.map((answer, place) => (places.includes(place) ? (answer + 1) % 3 : answer))

  it('is passed with four of five, whichever', () => {
    expect(isQuizPassed(right)).toBe(true)
    for (const [place] of right.entries()) expect(isQuizPassed(wrongAt(place))).toBe(true)
  })
  it('and failed with three, or with less than all of them answered', () => {
    expect(isQuizPassed(wrongAt(0, 4))).toBe(false)
    expect(isQuizPassed(right.slice(0, 3))).toBe(false)
    expect(isQuizPassed([])).toBe(false)
  })
})

describe('keeping it', () => {
  const facts = { isIdentified: true, isInstitution: false, assets: 999_999n, now: NOW }
  it.each([
    ['goes with the identity', 'blockTrade', { isIdentified: false, assets: 9_000_000n }, null, { lost: 'IDENTITY', lowSince: null }],
    ['counts from the first look with too little', 'blockTrade', {}, null, { lost: null, lowSince: NOW }],
    ['stands for thirty days of it', 'blockTrade', {}, NOW - 30 * DAY_MS + 1, { lost: null, lowSince: NOW - 30 * DAY_MS + 1 }],
    ['and not longer', 'blockTrade', {}, NOW - 30 * DAY_MS, { lost: 'ASSETS_LOST', lowSince: NOW - 30 * DAY_MS }],
    ['begins to count anew once there is enough', 'blockTrade', { assets: 1_000_000n }, NOW - 29 * DAY_MS, { lost: null, lowSince: null }],
    ['asks an institution for no assets', 'institution', {}, null, { lost: null, lowSince: null }],
    ['to trade goes with the institution', 'trading', {}, null, { lost: 'NO_INSTITUTION', lowSince: null }],
  ] as const)('%s', (_, type, changes, lowSince, expected) => {
    expect(recheckPermission(type, { lowSince }, { ...facts, ...changes })).toEqual(expected)
  })
})
