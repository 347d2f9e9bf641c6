import type { Instant } from '../time.ts'
import type { CustomerAccount } from './accounts.ts'
import type { AccountState, Outcome } from './account-state.ts'

/**
 * One kind of record that a customer's account holds beside its wallets: orders, positions, withdrawals. A product describes its kinds in
 * its own folder; the ledger posts outcomes without knowing any of them by name.
 */
export interface RecordKind<Row extends Identified> {
  readonly name: string
  /** The key under which an account holds a record. */
  keyOf(row: Row): string
  /** Those that were read of an account, by key. */
  of(state: AccountState): Map<string, Row>
  /** New and changed records as a part of an outcome. */
  changed(...rows: readonly Row[]): readonly RecordChange[]
  /** Those of this kind that an outcome changes, in their order. */
  in(outcome: Pick<Outcome, 'records'>): readonly Row[]
  /** Puts into the account state, before entries are posted, the amounts that their lines then move. */
  prepare(state: AccountState, row: Row): void
  /** Puts the record itself into the account state once entries are posted. */
  keep(state: AccountState, row: Row): void
  /** Events that follow from the change itself, without being named in the outcome; `before` is undefined for a new record. */
  implied(row: Row, before: Row | undefined): readonly Happening[]
  /** Moves one of the ledger's accounts that records of this kind are made of; null where the account is none of them. */
  move(state: AccountState, account: CustomerAccount, amount: bigint): bigint | null
}

/** A kind of event, which happens and never changes: fills, lines of a timeline, messages. `Row` is an event once it has its place. */
export interface EventKind<Event, Row = Event> {
  readonly name: string
  happened(...events: readonly Event[]): readonly Happening[]
  /** Those of this kind in an outcome, in their order. */
  in(outcome: Pick<Outcome, 'events'>): readonly Event[]
  /** The event in its place. */
  placed(event: Event, place: Place): Row
}

/** The account of an event, its time, and a unique id. */
export type Place = Readonly<{ accountId: string; id: string; at: Instant }>

export type Identified = Readonly<{ id: string }>
export type RecordChange = Readonly<{ kind: RecordKind<Identified>; row: Identified }>
export type Happening = Readonly<{ kind: EventKind<unknown>; event: unknown }>

type Described<Row extends Identified> = Readonly<{ name: string }> &
  Partial<Pick<RecordKind<Row>, 'keyOf' | 'prepare' | 'implied' | 'move'>> &
  Readonly<{ keep?: (state: AccountState, row: Row, held: Map<string, Row>) => void }>

/** Describes a kind of record. Left out, a record is held under its id, moves nothing of the ledger and brings no event by itself. */
export function recordKind<Row extends Identified>(described: Described<Row>): RecordKind<Row> {
  const { name, keyOf = ({ id }) => id, prepare = () => {}, implied = () => [], move = () => null } = described
  const keep = described.keep ?? ((_state: AccountState, row: Row, held: Map<string, Row>) => void held.set(keyOf(row), row))
  const kind: RecordKind<Row> = {
    name,
    keyOf,
    of: (state) => heldOf(state, kind),
    changed: (...rows) => rows.map((row) => ({ kind: kind as RecordKind<Identified>, row })),
    in: ({ records = [] }) => records.flatMap((change) => (change.kind === kind ? [change.row as Row] : [])),
    prepare,
    keep: (state, row) => keep(state, row, heldOf(state, kind)),
    implied,
    move,
  }
  return kind
}

function heldOf<Row extends Identified>({ records }: AccountState, kind: RecordKind<Row>): Map<string, Row> {
  const known = records.get(kind as RecordKind<Identified>)
  if (known !== undefined) return known as Map<string, Row>
  const held = new Map<string, Row>()
  records.set(kind as RecordKind<Identified>, held)
  return held
}

/** Describes a kind of event; `placed` is needed when an event is stored with more than its rule gives. */
export function eventKind<Event>(name: string): EventKind<Event>
export function eventKind<Event, Row>(name: string, placed: (event: Event, place: Place) => Row): EventKind<Event, Row>
export function eventKind<Event>(
  name: string,
  placed: (event: Event, place: Place) => unknown = (event) => event,
): EventKind<Event, unknown> {
  const kind: EventKind<Event, unknown> = {
    name,
    happened: (...events) => events.map((event) => ({ kind: kind as EventKind<unknown>, event })),
    in: ({ events = [] }) => events.flatMap((happening) => (happening.kind === kind ? [happening.event as Event] : [])),
    placed,
  }
  return kind
}

/** All events of an outcome: first those implied by its changes, then those it names. Called before it is posted. */
export const happeningsOf = (state: AccountState, { records = [], events = [] }: Outcome): readonly Happening[] => [
  ...records.flatMap(({ kind, row }) => kind.implied(row, kind.of(state).get(kind.keyOf(row)))),
  ...events,
]
