import type { Books, Outcome } from '@rueda/rules/ledger/books.ts'
import type { PoolClient } from 'pg'
import type { Column } from './columns.ts'
import type { Reads } from './command.ts'
import { inserting, updating } from './statements.ts'

/**
 * One kind of what a customer's books hold, described once: its table, how a row is read and written, and how a command
 * asks for it. The write path walks the register of kinds (`records/register.ts`) and knows none of them by name.
 */
export interface RecordKind<Row extends Identified> extends LoadedKind {
  readonly table: string
  /** Those of this kind that a decision changes. */
  changed(outcome: Outcome): readonly Row[]
  /** Whether the books, as they are before the outcome is posted, have it already; otherwise the row is new. */
  isKnown(books: Books, row: Row): boolean
  insert(client: PoolClient, rows: readonly Row[]): Promise<unknown>
  update(client: PoolClient, rows: readonly Row[]): Promise<unknown>
}

/** What only happens and never changes: rows that are added and stay as they are. */
export interface EventKind<Row> {
  readonly table: string
  happened(outcome: Outcome): readonly Row[]
  insert(client: PoolClient, rows: readonly Row[]): Promise<unknown>
}

/** How the books of a command come to hold what it asked for. */
export interface LoadedKind {
  readonly lookups: readonly Lookup[]
  /** Everything of this kind that a customer owns and has at stake, of the accounts in `$1`; null where it is none of that. */
  readonly everythingHeld: Readonly<{ name: string; text: string }> | null
  /** Puts a stored row into the books. */
  hold(books: Books, stored: Stored): void
  /** Ids of others of this kind that stand or fall with what the books hold and that they do not hold yet. */
  missing(books: Books): readonly string[]
}

/** A statement for pairs of an account in `$1` and a key in `$2`. The first of a kind finds rows by their id. */
export type Lookup = Readonly<{ name: string; text: string; keys: (reads: Reads) => readonly string[] }>

export type Identified = Readonly<{ id: string }>
export type Stored = Readonly<{ account_id: bigint }>

/** `key` finds a row, `fixed` is written with it once, `changing` is what an update may change. */
export type TableParts<Row> = Readonly<{ key: readonly Column<Row>[]; fixed: readonly Column<Row>[]; changing: readonly Column<Row>[] }>

type Loading<Row extends Identified, Record extends Stored> = Readonly<{
  held: (books: Books) => Map<string, Row>
  /** Under which key the books hold it; left out, its id. */
  heldAs?: (row: Row) => string
  read: (stored: Record) => Row
  lookups: readonly Lookup[]
  related?: (row: Row) => readonly string[]
}>

/** A kind that other parts of the server write, and decisions only read. */
export const readOnlyKind = <Row extends Identified, Record extends Stored>(loading: Loading<Row, Record>): LoadedKind => ({
  lookups: loading.lookups,
  everythingHeld: null,
  hold: (books, stored) => {
    const row = loading.read(stored as Record)
    loading.held(books).set(loading.heldAs?.(row) ?? row.id, row)
  },
  missing: (books) => {
    const { related } = loading
    const held = loading.held(books)
    return related === undefined ? [] : [...held.values()].flatMap((row) => related(row).filter((id) => !held.has(id)))
  },
})

type Description<Row extends Identified, Record extends Stored> = Loading<Row, Record> &
  Readonly<{
    table: string
    parts: TableParts<Row>
    changed: (outcome: Outcome) => readonly Row[]
    everythingHeld?: string
  }>

export function recordKind<Row extends Identified, Record extends Stored>(described: Description<Row, Record>): RecordKind<Row> {
  const { table, parts, changed, held, heldAs, everythingHeld } = described
  return {
    ...readOnlyKind(described),
    everythingHeld: everythingHeld === undefined ? null : { name: `read-all-${table}`, text: everythingHeld },
    table,
    changed,
    isKnown: (books, row) => held(books).get(heldAs?.(row) ?? row.id)?.id === row.id,
    insert: inserting(table, [...parts.key, ...parts.fixed, ...parts.changing]),
    update: updating(table, parts),
  }
}

type Happening<Row> = Readonly<{ table: string; columns: readonly Column<Row>[]; happened: (outcome: Outcome) => readonly Row[] }>

export const eventKind = <Row>({ table, columns, happened }: Happening<Row>): EventKind<Row> => ({
  table,
  happened,
  insert: inserting(table, columns),
})
