import type { ChainEntry } from '@rueda/contract/trust.ts'
import { isCustomerAccount } from '@rueda/rules/ledger/accounts.ts'
import { unlikeNext } from './chain.ts'
import type { Head } from './kept.ts'

/** Computes an account's whole chain anew: every hash from what it covers, every balance from the amounts. */
const GENESIS_HASH = '0'.repeat(64)

export type Balance = Readonly<{ account: string; asset: string; amount: bigint }>

/** The first entry that is not what it must be: it does not follow from those before it, or covers another key than the account's. */
export type Wrong = Readonly<{ sequence: number; unlike: 'chain' | 'key' }>

export type ReplayReport = Readonly<{ head: Head; wrong: Wrong | null; balances: readonly Balance[]; hashes: readonly (string | null)[] }>

export class Replay {
  /** Null while every entry is what it must be. */
  #wrong: Wrong | null = null
  #coversKey = false
  #head: Head = { sequence: 0, head: GENESIS_HASH }
  readonly #hashes: string[] = []
  readonly #balances = new Map<string, Balance>()
  /** SHA-256 of the account's key. */
  readonly #commitment: string

  constructor(commitment: string) {
    this.#commitment = commitment
  }

  get wrong(): Wrong | null {
    return this.#wrong
  }

  get head(): Head {
    return this.#head
  }

  get balances(): readonly Balance[] {
    return [...this.#balances.values()]
  }

  /** The head of the chain at a sequence; null where the chain does not reach. */
  headAt(sequence: number): string | null {
    return this.#hashes[sequence - 1] ?? null
  }

  /** How far it has come, with the hashes of some entries. */
  report(entries: readonly ChainEntry[]): ReplayReport {
    const hashes = entries.map(({ sequence }) => this.headAt(sequence))
    return { head: this.head, wrong: this.wrong, balances: this.balances, hashes }
  }

  add(entries: readonly ChainEntry[]): void {
    for (const entry of entries) {
      if (this.#wrong !== null) return
      const unlike =
        unlikeNext({ head: this.#head, coversKey: this.#coversKey }, entry, this.#commitment) ?? (this.#book(entry) ? null : 'chain')
      if (unlike !== null) {
        this.#wrong = { sequence: this.#head.sequence + 1, unlike }
        return
      }
      this.#head = { sequence: entry.sequence, head: entry.hash }
      this.#coversKey = entry.keyCommitment !== null
      this.#hashes.push(entry.hash)
    }
  }

  /** Adds the amounts, and compares the balance of every line's account after the whole entry. */
  #book({ lines }: ChainEntry): boolean {
    const own = lines.filter(({ account }) => isCustomerAccount(account))
    for (const { account, asset, amount } of own) {
      const name = `${account} ${asset}`
      this.#balances.set(name, { account, asset, amount: (this.#balances.get(name)?.amount ?? 0n) + BigInt(amount) })
    }
    return own.every(({ account, asset, balanceAfter }) => balanceAfter === String(this.#balances.get(`${account} ${asset}`)?.amount))
  }
}
