import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Outcome } from './account-state.ts'
import { compose } from './compose.ts'
import { eventKind, recordKind } from './record.ts'

/**
 * Values here need only be distinguishable: a record is its kind, its id and its state, everything else a number. The compiler checks that
 * every part of an outcome has a way to be composed.
 */
type State = Readonly<{ id: string; state: number }>
const RECORDS = ['loan', 'pledge', 'coupon'].map((name) => recordKind<State>({ name }))
const EVENTS = ['payment', 'reminder'].map((name) => eventKind<number>(name))
const LISTS = ['entries', 'unsettled', 'settledThrough'] as const

const numbers = fc.array(fc.nat(), { maxLength: 3 })
const changes = fc
  .uniqueArray(fc.record({ kind: fc.constantFrom(...RECORDS), id: fc.constantFrom('a', 'b', 'c'), state: fc.nat() }), {
    selector: ({ kind, id }) => `${kind.name} ${id}`,
  })
  .map((rows) => rows.flatMap(({ kind, id, state }) => kind.changed({ id, state })))
const happenings = fc
  .array(fc.record({ kind: fc.constantFrom(...EVENTS), event: fc.nat() }), { maxLength: 4 })
  .map((events) => events.flatMap(({ kind, event }) => kind.happened(event)))
const outcomes = fc
  .record(
    {
      ...Object.fromEntries(LISTS.map((part) => [part, numbers])),
      records: changes,
      events: happenings,
      freezes: fc.constant(true),
    },
    { requiredKeys: [] },
  )
  .map((outcome) => ({ entries: [], ...outcome }) as unknown as Outcome)

describe('two parts of one decision', () => {
  it('keep everything that happened, in its order', () => {
    fc.assert(
      fc.property(outcomes, outcomes, (first, second) => {
        const both = compose(first, second)
        for (const part of LISTS) expect(both[part] ?? []).toEqual([...(first[part] ?? []), ...(second[part] ?? [])])
        for (const kind of EVENTS) expect(kind.in(both)).toEqual([...kind.in(first), ...kind.in(second)])
        expect(both.freezes ?? false).toBe((first.freezes ?? false) || (second.freezes ?? false))
      }),
    )
  })

  it('keep every record that either has changed, in its later state, and of no other kind', () => {
    fc.assert(
      fc.property(outcomes, outcomes, (first, second) => {
        const both = compose(first, second)
        for (const kind of RECORDS) {
          const expected = new Map([...kind.in(first), ...kind.in(second)].map((record) => [record.id, record]))
          expect(new Map(kind.in(both).map((record) => [record.id, record]))).toEqual(expected)
          expect(kind.in(both)).toHaveLength(expected.size)
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
