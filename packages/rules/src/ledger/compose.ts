import type { Outcome } from './account-state.ts'
import type { RecordChange } from './record.ts'

/** The way to join two values of each part of an outcome; every part must have one, or this does not compile. */
type Ways = { readonly [Part in keyof Outcome]-?: (first: NonNullable<Outcome[Part]>, second: NonNullable<Outcome[Part]>) => Outcome[Part] }

/**
 * Joins two parts of one decision into one outcome. Events keep their order; of a record that both have changed the later state counts.
 * Nothing is lost.
 */
export function compose(first: Outcome, second: Outcome): Outcome {
  const parts = (Object.keys(WAYS) as (keyof Outcome)[]).filter((part) => first[part] !== undefined && second[part] !== undefined)
  return { ...first, ...second, ...Object.fromEntries(parts.map((part) => [part, wayOf(part)(first[part], second[part])])) }
}

/** The compiler does not see that both values are of the part whose way it is. */
const wayOf = (part: keyof Outcome) => WAYS[part] as unknown as (first: unknown, second: unknown) => unknown

const inOrder = <Value>(first: readonly Value[], second: readonly Value[]): readonly Value[] => [...first, ...second]

/** Each record once, in its later state, in the place where it was first named. */
function latest(first: readonly RecordChange[], second: readonly RecordChange[]): readonly RecordChange[] {
  const all: RecordChange[] = []
  for (const change of inOrder(first, second)) {
    const at = all.findIndex(({ kind, row }) => kind === change.kind && row.id === change.row.id)
    if (at === -1) all.push(change)
    else all[at] = change
  }
  return all
}

const WAYS: Ways = {
  entries: inOrder,
  records: latest,
  events: inOrder,
  unsettled: inOrder,
  settledThrough: inOrder,
  freezes: () => true,
}
