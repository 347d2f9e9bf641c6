import type { AccountState } from '@rueda/rules/ledger/account-state.ts'
import type { EventKind, Identified, RecordKind } from '@rueda/rules/ledger/record.ts'
import type { PoolClient } from 'pg'
import type { Classes } from '../db/classification.ts'
import type { Column } from './columns.ts'
import { inserting, updating } from './statements.ts'

/**
 * A kind of record with its table: how a row is read and written, how a command reads it, and how its columns are
 * classified. Each stands beside its feature in `records.ts`, all of them in the register `features/all-records.ts`; the
 * write path is given the register and knows none of them by name.
 */
export interface StoredKind<Row extends Identified> extends Stored {
  readonly kind: RecordKind<Row>
  insert(client: PoolClient, rows: readonly Row[]): Promise<unknown>
  update(client: PoolClient, rows: readonly Row[]): Promise<unknown>
  /** True for a row that stays in the account's state between batches; the others are read whenever they are needed. */
  isKept(row: Row): boolean
}

/** Events of one kind, with their table: rows that are added and stay as they are. */
export interface StoredEvents<Row> extends Stored {
  readonly kind: EventKind<unknown, Row>
  insert(client: PoolClient, rows: readonly Row[]): Promise<unknown>
}

type Stored = Readonly<{ table: string; classes: Classes }>

/** Everything a write path keeps beside entries and wallets. Rows that name others come after them. */
export type Kinds = Readonly<{ records: readonly StoredKind<Identified>[]; events: readonly StoredEvents<unknown>[] }>

/** A read that a command requests: the rows that a lookup finds for these keys. */
export type Read = Readonly<{ lookup: Lookup; keys: readonly string[] }>

/** A statement that finds rows of one kind for pairs of an account in `$1` and a key in `$2`; without keys, for accounts alone. */
export type Lookup = Readonly<{ name: string; text: string; isOfAccount: boolean; into: Loading; isHeld: IsHeld }>

/** True when an account's state holds already what a lookup would find for a key. */
export type IsHeld = (state: AccountState, key: string) => boolean
const neverHeld: IsHeld = () => false

/** For lookups by the key under which an account holds a record of this kind. */
export const heldByKey =
  <Row extends Identified>(kind: RecordKind<Row>): IsHeld =>
  (state, key) =>
    kind.of(state).has(key)

/** Functions that put rows of one kind into the account state. */
export type Loading = Readonly<{
  hold: (state: AccountState, row: OwnedRow) => void
  /** Finds others of this kind by their id that stand or fall with those read; null where none do. */
  related: Readonly<{ lookup: Lookup; missing: (state: AccountState) => readonly string[] }> | null
}>

/** A row as PostgreSQL gives it. */
export type OwnedRow = Readonly<{ account_id: bigint }>

/** `key` finds a row, `fixed` is written with it once, `changing` is what an update may change. */
export type TableParts<Row> = Readonly<{ key: readonly Column<Row>[]; fixed: readonly Column<Row>[]; changing: readonly Column<Row>[] }>

type Related<Row> = Readonly<{ name: string; text: string; idsOf: (row: Row) => readonly string[] }>

/** Returns the loading of a kind; commands read by its lookups. */
export function loadingOf<Row extends Identified, Record extends OwnedRow>(
  kind: RecordKind<Row>,
  read: (row: Record) => Row,
  related?: Related<Row>,
): Loading {
  const hold: Loading['hold'] = (state, row) => {
    const record = read(row as Record)
    kind.of(state).set(kind.keyOf(record), record)
  }
  if (related === undefined) return { hold, related: null }
  const { name, text, idsOf } = related
  const missing = (state: AccountState): readonly string[] => {
    const held = kind.of(state)
    return [...held.values()].flatMap((row) => idsOf(row).filter((id) => !held.has(id)))
  }
  return { hold, related: { lookup: { name, text, isOfAccount: false, into: { hold, related: null }, isHeld: heldByKey(kind) }, missing } }
}

/** Returns a read of the rows that a statement finds by keys; it is left out for keys whose rows are held already. */
export function lookup(name: string, text: string, into: Loading, isHeld = neverHeld): (keys: readonly string[]) => Read {
  const found: Lookup = { name, text, isOfAccount: false, into, isHeld }
  return (keys) => ({ lookup: found, keys })
}

/** Returns a read of the rows that a statement finds for an account: all of them that stay in its state (`isKept`), so that it is made once. */
export const lookupOfAccount = (name: string, text: string, into: Loading): Read => ({
  lookup: { name, text, isOfAccount: true, into, isHeld: neverHeld },
  keys: [],
})

type Table<Row> = Readonly<{ table: string; parts: TableParts<Row>; classes: Classes; isKept?: (row: Row) => boolean }>

const keptByNone = (): boolean => false

export const storedKind = <Row extends Identified>(
  kind: RecordKind<Row>,
  { table, parts, classes, isKept = keptByNone }: Table<Row>,
): StoredKind<Row> => ({
  kind,
  table,
  classes,
  isKept,
  insert: inserting(table, [...parts.key, ...parts.fixed, ...parts.changing]),
  update: updating(table, parts),
})

type EventTable<Row> = Readonly<{ table: string; columns: readonly Column<Row>[]; classes: Classes }>

export const storedEvents = <Row>(kind: EventKind<unknown, Row>, { table, columns, classes }: EventTable<Row>): StoredEvents<Row> => ({
  kind,
  table,
  classes,
  insert: inserting(table, columns),
})
