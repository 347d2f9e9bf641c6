import type { AccountState } from '@rueda/rules/ledger/account-state.ts'
import type { Entry } from '@rueda/rules/ledger/entry.ts'
import type { EventKind, Identified, RecordKind } from '@rueda/rules/ledger/record.ts'
import type { OwnWallet } from './account-rows.ts'
import type { StoredAnswer } from './idempotency.ts'

/** Rows of one kind that a batch writes, each once in its last state; those in `added` are new to the database. */
export type ChangedRows<Row> = Readonly<{ all: Map<string, Row>; added: Set<string> }>

/** Changes that a batch gathers while its commands are decided, to be written set by set. */
export type Changes = Readonly<{
  states: Map<string, AccountState>
  entries: Entry[]
  records: Map<RecordKind<Identified>, ChangedRows<Identified>>
  events: Map<EventKind<unknown, unknown>, unknown[]>
  /** Accounts that are frozen with this batch. */
  frozen: Set<string>
  wallets: Map<string, OwnWallet>
  answers: ChangedRows<StoredAnswer>
  /** New orders that the venue has already. */
  atVenue: Set<string>
}>

const noRows = <Row>(): ChangedRows<Row> => ({ all: new Map(), added: new Set() })

export const noChanges = (): Changes => ({
  states: new Map(),
  entries: [],
  records: new Map(),
  events: new Map(),
  frozen: new Set(),
  wallets: new Map(),
  answers: noRows(),
  atVenue: new Set(),
})

/** The records of one kind that a batch changes, to look at or to add to. */
export function rowsOf<Row extends Identified>({ records }: Changes, kind: RecordKind<Row>): ChangedRows<Row> {
  const key = kind as RecordKind<Identified>
  const known = records.get(key)
  if (known !== undefined) return known as ChangedRows<Row>
  const rows = noRows<Row>()
  records.set(key, rows as ChangedRows<Identified>)
  return rows
}

/** The events of one kind that a batch adds, to look at or to add to. */
export function eventsOf<Row>({ events }: Changes, kind: EventKind<unknown, Row>): Row[] {
  const known = events.get(kind)
  if (known !== undefined) return known as Row[]
  const rows: Row[] = []
  events.set(kind, rows)
  return rows
}
