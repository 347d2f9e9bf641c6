import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Outcome } from './books.ts'
import { compose } from './compose.ts'

/**
 * Only what tells one value from another matters here: a record is its id and its state, everything else a number. That
 * every part of an outcome has a way to be composed is the compiler's to check.
 */
const EVENTS = ['entries', 'fills', 'orderEvents', 'arrivals', 'withdrawalEvents', 'unsettled', 'settledThrough', 'messages'] as const
const RECORDS = ['orders', 'positions', 'transfers', 'deposits', 'withdrawals', 'marginPositions'] as const
type Event = (typeof EVENTS)[number]
type Kind = (typeof RECORDS)[number]
type State = Readonly<{ id: string; state: number }>

const event = fc.array(fc.nat(), { maxLength: 3 })
const states = fc.uniqueArray(fc.record({ id: fc.constantFrom('a', 'b', 'c'), state: fc.nat() }), { selector: ({ id }) => id })
const outcomes = fc
  .record(
    {
      ...Object.fromEntries(EVENTS.map((part) => [part, event])),
      ...Object.fromEntries(RECORDS.map((part) => [part, states])),
      freezes: fc.constant(true),
    },
    { requiredKeys: [] },
  )
  .map((outcome) => ({ entries: [], ...outcome }) as unknown as Outcome)

const eventsOf = (outcome: Outcome, part: Event): readonly unknown[] => outcome[part] ?? []
const recordsOf = (outcome: Outcome, part: Kind): readonly State[] => (outcome[part] ?? []) as unknown as readonly State[]

describe('two parts of one decision', () => {
  it('keep everything that happened, in its order', () => {
    fc.assert(
      fc.property(outcomes, outcomes, (first, second) => {
        const both = compose(first, second)
        for (const part of EVENTS) expect(eventsOf(both, part)).toEqual([...eventsOf(first, part), ...eventsOf(second, part)])
        expect(both.freezes ?? false).toBe((first.freezes ?? false) || (second.freezes ?? false))
      }),
    )
  })

  it('keep every record that either has changed, in its later state', () => {
    fc.assert(
      fc.property(outcomes, outcomes, (first, second) => {
        const both = compose(first, second)
        for (const part of RECORDS) {
          const expected = new Map([...recordsOf(first, part), ...recordsOf(second, part)].map((record) => [record.id, record]))
          expect(new Map(recordsOf(both, part).map((record) => [record.id, record]))).toEqual(expected)
          expect(recordsOf(both, part)).toHaveLength(expected.size)
        }
      }),
    )
  })

  it('are one, however they are put together', () => {
    fc.assert(
      fc.property(outcomes, outcomes, outcomes, (first, second, third) => {
        expect(compose(compose(first, second), third)).toEqual(compose(first, compose(second, third)))
      }),
    )
  })

  it('are the one, where the other is nothing', () => {
    fc.assert(
      fc.property(outcomes, (outcome) => {
        expect(compose({ entries: [] }, outcome)).toEqual(outcome)
        expect(compose(outcome, { entries: [] })).toEqual(outcome)
      }),
    )
  })
})
