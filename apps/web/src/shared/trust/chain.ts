import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { keyCommitment } from '@rueda/proof/account-key.ts'
import { utf8 } from '@rueda/proof/bytes.ts'
import { sha256 } from '@rueda/proof/sha256.ts'
import { entryOf } from '@rueda/contract/chain-entry.ts'
import type { ChainEntry } from '@rueda/contract/trust.ts'
import { canonicalEntry } from '@rueda/rules/ledger/entry.ts'
import type { Head } from './kept.ts'

/** Goes along an account's chain, hash by hash. */

/** `unlike`: an entry does not continue what is before it, or covers another key than that of the account. */
export type Link =
  | Readonly<{ ok: true; head: Head; heads: readonly Head[]; coversKey: boolean }>
  | Readonly<{ ok: false; sequence: number; unlike: 'chain' | 'key' }>

/** Where a chain is, and whether its entries have come to cover the account's key, which all behind them do then. */
export type Reached = Readonly<{ head: Head; coversKey: boolean }>

/** SHA-256 of an account's key, both in hex: what its entries cover. */
export const commitmentTo = (key: string): string => bytesToHex(keyCommitment(hexToBytes(key)))

/** The hash of an entry, computed anew from everything that it covers. */
export const hashOf = (entry: ChainEntry): string => bytesToHex(sha256(utf8(canonicalEntry(entryOf(entry)))))

/** How an entry is not the one that comes next in the chain of the account with this key; null for the one that does. */
export function unlikeNext({ head, coversKey }: Reached, entry: ChainEntry, commitment: string): 'chain' | 'key' | null {
  const continues = entry.sequence === head.sequence + 1 && entry.previousHash === head.head && hashOf(entry) === entry.hash
  if (!continues || (coversKey && entry.keyCommitment === null)) return 'chain'
  return entry.keyCommitment === null || entry.keyCommitment === commitment ? null : 'key'
}

/** Follows entries from where a chain is; names the first that is not the next one. */
export function follow(from: Reached, entries: readonly ChainEntry[], commitment: string): Link {
  const heads: Head[] = []
  let { head, coversKey } = from
  for (const entry of entries) {
    const unlike = unlikeNext({ head, coversKey }, entry, commitment)
    if (unlike !== null) return { ok: false, sequence: head.sequence + 1, unlike }
    head = { sequence: entry.sequence, head: entry.hash }
    coversKey = entry.keyCommitment !== null
    heads.push(head)
  }
  return { ok: true, head, heads, coversKey }
}
