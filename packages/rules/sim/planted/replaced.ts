import type { AccountState, Outcome } from '../../src/ledger/account-state.ts'
import type { EventKind, Identified, RecordKind } from '../../src/ledger/record.ts'

/** The account state with other records of one kind. */
export const holding = <Row extends Identified>(
  state: AccountState,
  kind: RecordKind<Row>,
  held: ReadonlyMap<string, Row>,
): AccountState => ({
  ...state,
  records: new Map(state.records).set(kind as RecordKind<Identified>, new Map(held)),
})

/** The outcome with other changes of one kind. */
export const changing = <Row extends Identified>(outcome: Outcome, kind: RecordKind<Row>, rows: readonly Row[]): Outcome => ({
  ...outcome,
  records: [...(outcome.records ?? []).filter((change) => change.kind !== kind), ...kind.changed(...rows)],
})

/** The outcome with other events of one kind. */
export const happening = <Event, Row>(outcome: Outcome, kind: EventKind<Event, Row>, events: readonly Event[]): Outcome => ({
  ...outcome,
  events: [...(outcome.events ?? []).filter((each) => each.kind !== kind), ...kind.happened(...events)],
})
