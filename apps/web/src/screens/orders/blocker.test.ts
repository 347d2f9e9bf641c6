import { describe, expect, test } from 'vitest'
import { type Checks, blockerOf } from './blocker.ts'

const fine: Checks = {
  online: true,
  loggedIn: true,
  stale: false,
  empty: false,
  invalid: null,
  terms: false,
  questions: false,
  funds: null,
  holding: null,
  closed: false,
  pending: false,
}

describe('the button names the first thing in the way', () => {
  test.each<[string, Partial<Checks>]>([
    ['offline', { online: false }],
    ['login', { loggedIn: false }],
    ['stale', { stale: true }],
    ['empty', { empty: true }],
    ['invalid', { invalid: 'La cantidad mínima es 1' }],
    ['terms', { terms: true }],
    ['questions', { questions: true }],
    ['holding', { holding: { most: '3' } }],
    ['funds', { funds: { missing: '17.16', most: '54' } }],
    ['loading', { pending: true }],
    ['queue', { closed: true }],
    ['ok', {}],
  ])('%s', (kind, failing) => {
    expect(blockerOf({ ...fine, ...failing }).kind).toBe(kind)
  })

  test('with everything wrong the order is offline, login, stale, empty, invalid, terms, questions, holding, funds, loading', () => {
    const failing: [keyof Checks, unknown][] = [
      ['online', true],
      ['loggedIn', true],
      ['stale', false],
      ['empty', false],
      ['invalid', null],
      ['terms', false],
      ['questions', false],
      ['holding', null],
      ['funds', null],
      ['pending', false],
    ]
    let checks: Checks = {
      online: false,
      loggedIn: false,
      stale: true,
      empty: true,
      invalid: 'x',
      terms: true,
      questions: true,
      holding: { most: '0' },
      funds: { missing: null, most: '0' },
      closed: true,
      pending: true,
    }
    const seen = [blockerOf(checks).kind]
    for (const [name, cleared] of failing) {
      checks = { ...checks, [name]: cleared }
      seen.push(blockerOf(checks).kind)
    }
    expect(seen).toEqual(['offline', 'login', 'stale', 'empty', 'invalid', 'terms', 'questions', 'holding', 'funds', 'loading', 'queue'])
  })
})
