import type { ChainEntry } from '@rueda/contract/trust.ts'
import { isCustomerAccount } from '@rueda/rules/ledger/accounts.ts'
import { hashOf } from './chain.ts'
import type { Head } from './kept.ts'

/** Computes an account's whole chain anew: every hash from what it covers, every balance from the amounts. */
const GENESIS_HASH = '0'.repeat(64)

export type Balance = Readonly<{ account: string; asset: string; amount: bigint }>

export class Replay {
  /** The first entry that does not follow from those before it; null while all do. */
  #wrong: number | null = null
  #head: Head = { sequence: 0, head: GENESIS_HASH }
  readonly #hashes: string[] = []
  readonly #balances = new Map<string, Balance>()

  get wrong(): number | null {
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

  add(entries: readonly ChainEntry[]): void {
    for (const entry of entries) {
      if (this.#wrong !== null) return
      if (!this.#follows(entry)) {
        this.#wrong = this.#head.sequence + 1
        return
      }
      this.#head = { sequence: entry.sequence, head: entry.hash }
      this.#hashes.push(entry.hash)
    }
  }

  #follows(entry: ChainEntry): boolean {
    const continues = entry.sequence === this.#head.sequence + 1 && entry.previousHash === this.#head.head && hashOf(entry) === entry.hash
    return continues && this.#book(entry)
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
