import type { Outcome } from './account-state.ts'
import type { RecordChange } from './record.ts'

/** How two values of one part of an outcome become one; there is a way for every part, or this does not compile. */
type Ways = { readonly [Part in keyof Outcome]-?: (first: NonNullable<Outcome[Part]>, second: NonNullable<Outcome[Part]>) => Outcome[Part] }

/**
 * Two parts of one decision as one outcome. What happened is kept in its order; of a record that both have changed the
 * later state counts. Nothing is lost.
 */
export function compose(first: Outcome, second: Outcome): Outcome {
  const parts = (Object.keys(WAYS) as (keyof Outcome)[]).filter((part) => first[part] !== undefined && second[part] !== undefined)
  return { ...first, ...second, ...Object.fromEntries(parts.map((part) => [part, wayOf(part)(first[part], second[part])])) }
}

/** That both values are of the part whose way it is, the compiler does not see. */
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
