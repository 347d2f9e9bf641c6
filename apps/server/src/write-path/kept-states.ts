import type { AccountState } from '@rueda/rules/ledger/account-state.ts'
import type { Identified, RecordKind } from '@rueda/rules/ledger/record.ts'
import type { Kinds } from './record-kind.ts'

/**
 * An account's state in the version that the database had when it was read or written last. `whole` names what is there completely: its
 * wallets, and lookups of everything that an account has of some kind.
 */
export type KeptState = Readonly<{ state: AccountState; version: bigint; whole: ReadonlySet<string> }>

/** In `whole` once every wallet of the account was read. */
export const ALL_WALLETS = 'wallets'

const MAX_ACCOUNTS = 10_000
/** An account with more than this in its state is read anew: copying it would cost more than reading what a command needs. */
const MAX_RECORDS = 100

/**
 * States of accounts between the batches of one write path, the last used the longest. A batch takes out those of its accounts and puts
 * them back when it was saved; what a failed batch has decided on is gone with it. A state that was taken is worth nothing until its version
 * has been compared with the database's.
 */
export class KeptStates {
  readonly #kinds: ReadonlyMap<RecordKind<Identified>, (row: Identified) => boolean>
  readonly #most: number
  readonly #kept = new Map<string, KeptState>()

  constructor(kinds: Kinds, most = MAX_ACCOUNTS) {
    this.#kinds = new Map(kinds.records.map(({ kind, isKept }) => [kind, isKept]))
    this.#most = most
  }

  /** Those that no batch works on now. */
  all(): readonly KeptState[] {
    return [...this.#kept.values()]
  }

  take(accountId: string): KeptState | null {
    const kept = this.#kept.get(accountId)
    this.#kept.delete(accountId)
    return kept ?? null
  }

  put(kept: KeptState): void {
    const { accountId, records } = kept.state
    let held = 0
    for (const [kind, rows] of records) held += this.#leave(kind, rows, records)
    if (held > MAX_RECORDS) return
    this.#kept.set(accountId, kept)
    const oldest = this.#kept.keys().next().value
    if (this.#kept.size > this.#most && oldest !== undefined) this.#kept.delete(oldest)
  }

  /** Takes what is over out of a state, and what may change outside the write path; returns how much is left. */
  #leave(kind: RecordKind<Identified>, rows: Map<string, Identified>, records: AccountState['records']): number {
    const isKept = this.#kinds.get(kind)
    if (isKept === undefined) records.delete(kind)
    else for (const [key, row] of rows) if (!isKept(row)) rows.delete(key)
    return isKept === undefined ? 0 : rows.size
  }
}
