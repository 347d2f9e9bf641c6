import { describe, expect, it } from 'vitest'
import { calls, isProved, proofs, screens } from './coverage.ts'

/** Nothing of the specification is missing, and each line of it names a test that is there. */
const CALLS = 95
const SCREENS = 59
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
