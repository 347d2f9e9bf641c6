import { describe, expect, it } from 'vitest'
import { guestStates, statesOf } from '../../e2e/screens.ts'
import { isThere, points, strayRows } from './acceptance.ts'
import { calls, isProved, proofs, screens } from './coverage.ts'

/** Nothing of the specification is missing, and each line of it names a test that is there. */
const CALLS = 95
const SCREENS = 59
const POINTS = 66
const SECTIONS = ['2', '3', '4', '5', '6', '7', '8', '9']

describe('the specification', () => {
  it('has each of its calls in the contract, made by a test of the server', () => {
    expect(calls()).toHaveLength(CALLS)
    expect(calls().filter(({ endpoint, tests }) => endpoint === null || tests.length === 0)).toEqual([])
  })

  it('has each of its screens proved by a test, or in the list of those that wait', () => {
    expect(screens()).toHaveLength(SCREENS)
    expect(screens().filter(({ proof, isPlanned }) => (proof === null) !== isPlanned)).toEqual([])
  })

  it('has every other statement proved by a test that is there under its title', () => {
    expect(proofs().filter((proof) => !isProved(proof))).toEqual([])
    expect([...new Set(proofs().map(({ section }) => section.split(' ')[0]))]).toEqual(SECTIONS)
  })
})

describe('the checklist of the screens', () => {
  const nobody = { positionId: '', orderId: '', messageId: '', articleId: '' }
  const pictured = new Set([...statesOf(nobody), ...guestStates()].map(({ name }) => name))

  it('has all its points, each with a test, with pictures, or said to be open', () => {
    expect(points().map(({ number }) => number)).toEqual(Array.from({ length: POINTS }, (_, at) => at + 1))
    expect(points().filter(({ evidence }) => evidence.length === 0)).toEqual([])
    expect(strayRows()).toEqual([])
  })

  it('names tests that are there under their titles, and pictures that the gallery makes', () => {
    const missing = points().flatMap(({ number, evidence }) =>
      evidence.filter((each) => !isThere(each, pictured)).map((each) => [number, each]),
    )
    expect(missing).toEqual([])
  })

  it.each([
    { kind: 'test', file: 'tools/docs/coverage.test.ts', title: 'has all its points', about: '' },
    { kind: 'test', file: 'tools/docs/coverage.test.ts', title: '', about: '' },
    { kind: 'eye', states: ['start', 'no-such-picture'], about: '' },
    { kind: 'eye', states: [], about: '' },
    { kind: 'open', about: '' },
  ] as const)('does not take %j', (evidence) => {
    expect(isThere(evidence, pictured)).toBe(false)
  })
})
