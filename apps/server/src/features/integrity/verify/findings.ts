import { StoreUnavailable } from '../../../storage/store.ts'
import { DatabaseError } from 'pg'
import { type Invariant, invariants } from './invariants.ts'
import type { Check } from './verify.ts'

/** Collects the findings, slice by slice: each check once, with the first rows that break it. */
export interface Findings {
  add(id: string, offending: readonly object[]): void
  /** Counts the time of a part of a check, and its findings. */
  measure(id: string, check: () => Promise<readonly object[]>): Promise<void>
  measured<Value>(id: string, work: () => Promise<Value>): Promise<Value>
  /** Rows that cannot even be read, as a text that is no number, are a finding of the check that reads them and end no other. */
  attempt(id: string, work: () => Promise<void>): Promise<void>
  /** Rows found so far, including those beyond the ones shown. */
  found(): number
  all(): readonly Check[]
}

export const MAX_SHOWN = 20

/** Checks beside the queries. */
const OTHERS: readonly Pick<Invariant, 'id' | 'says' | 'repeats'>[] = [
  {
    id: 'ARCHIVE-1',
    says: 'every month that has left lies in its files as it was written, each part continues its chain and has its proof',
  },
  { id: 'ARCHIVE-2', says: 'what is kept in place of what has left is as it was sealed, and is what the archive has' },
  { id: 'HOUSE-DAYS', says: 'the closed days of an account of the house are the sums of its postings' },
  { id: 'INV-06', says: 'every chain recomputes to its head' },
  { id: 'INV-40', says: 'every position comes out the same when it is built again from the fills' },
  { id: 'FEE-1', says: 'every order was charged the commission of the version and the step that held when it was accepted' },
  { id: 'FUND-6', says: 'what a fund holds follows from the strike before and its rule, and no strike is missing between two' },
  {
    id: 'MANDATE-7',
    says: 'what an agency holds, trades and plans follows from the strike before and its rule, and no strike is missing between two',
  },
  {
    id: 'LIABILITY-1',
    says: 'what the statement of a night says of an account is what its entries up to there owe it, and no account is left out',
  },
  {
    id: 'LIABILITY-2',
    repeats: ['liability_is_never_negative'],
    says: 'the totals of a night are the sums of its parts, none below zero, and the tree comes out the same when it is built again',
  },
  { id: 'LIABILITY-3', says: 'the public log says of each night and asset exactly what is kept, once' },
  {
    id: 'LIABILITY-4',
    says: 'what a night says that bank and chains hold is what the entries up to there moved over them',
  },
  { id: 'TRUST-4', says: 'the key of an account that is sealed in the vault is the one that its chain covers' },
  {
    id: 'TRUST-5',
    says: 'the files of the public log, which lie outside the database, are signed and say what the books say of every account, and nothing else',
  },
  { id: 'DAY-1', says: 'the key of each day that nobody chose follows from its proof, under the key of days that the log has' },
  { id: 'DAY-2', says: 'the public log says of each such day exactly what is kept, once, and never another key of days' },
  { id: 'DAY-3', says: 'no trading day between the first and the newest such day is missing, and none is older' },
  { id: 'ENGINE-1', says: 'the server started and drew days with no engine but the one that the public log had named by then' },
  { id: 'ENGINE-2', says: 'no day is claimed whose engine the public log did not name for it a week before' },
  { id: 'ENGINE-3', says: 'each engine that the public log names is there as a file, to the byte' },
  { id: 'INPUT-1', says: 'what reached the engines of a finished day follows record by record to its head' },
  { id: 'INPUT-2', says: 'each head of inputs that the public log has is that of its chain, and each tape the end of its' },
  { id: 'INPUT-3', says: 'the executions of a finished day come out the same when it is run again from its inputs' },
  { id: 'INV-38', says: 'the audit log recomputes from its first row to its last and keeps every anchored one' },
  { id: 'ANCHORS', says: 'the files of anchors are there, whole, and written to' },
  { id: 'CHECKPOINT', says: 'what was verified before is as it was' },
]

/** `answers` asks the database anything, and fails where it answers nothing any more. */
export function createFindings(elapsed: () => number, answers: () => Promise<unknown> = () => Promise.resolve()): Findings {
  const checks: ReadonlyMap<string, Check & { offending: object[]; milliseconds: number }> = new Map(
    [...invariants, ...OTHERS].map(
      ({ id, says, repeats = [] }) => [id, { id, says, repeats, offending: [] as object[], milliseconds: 0 }] as const,
    ),
  )
  let found = 0
  const of = (id: string): { offending: object[]; milliseconds: number } => {
    const check = checks.get(id)
    if (check === undefined) throw new Error(`there is no check ${id}`)
    return check
  }
  const add: Findings['add'] = (id, offending) => {
    found += offending.length
    const check = of(id)
    check.offending.push(...offending.slice(0, MAX_SHOWN - check.offending.length))
  }
  const measured: Findings['measured'] = async (id, work) => {
    const began = elapsed()
    const value = await work()
    of(id).milliseconds += elapsed() - began
    return value
  }
  const attempt: Findings['attempt'] = async (id, work) => {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof Error) || isOfMachine(error)) throw error
      // A connection that is gone says so by an error of no kind of its own.
      await answers()
      add(id, [{ unreadable: error.message }])
    }
  }
  return {
    add,
    measured,
    attempt,
    measure: (id, check) => attempt(id, async () => add(id, await measured(id, check))),
    found: () => found,
    all: () => [...checks.values()],
  }
}

/** Of all that PostgreSQL can say, what comes from values: none of their kind, too many rows of one, nested too deeply, or too large to be read. */
const OF_VALUES = /^(?:21|22|54)/u
const TOO_LARGE = /invalid memory alloc request size/u
const isOfValues = ({ code = '', message }: DatabaseError): boolean => OF_VALUES.test(code) || TOO_LARGE.test(message)

/** A database or a file that could not be reached, or took too long, says nothing of the books. */
const isOfMachine = (error: Error): boolean =>
  'syscall' in error || error instanceof StoreUnavailable || (error instanceof DatabaseError && !isOfValues(error))
