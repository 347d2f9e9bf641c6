import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { utf8 } from '@rueda/proof/bytes.ts'
import { entryOf } from '@rueda/contract/chain-entry.ts'
import type { ChainEntry } from '@rueda/contract/trust.ts'
import { canonicalEntry } from '@rueda/rules/ledger/entry.ts'
import type { Head } from './kept.ts'

/** Goes along an account's chain, hash by hash. */

export type Link = Readonly<{ ok: true; head: Head; heads: readonly Head[] }> | Readonly<{ ok: false; sequence: number }>

/** The hash of an entry, computed anew from everything that it covers. */
export const hashOf = (entry: ChainEntry): string => bytesToHex(sha256(utf8(canonicalEntry(entryOf(entry)))))

/** Follows entries from a head; names the first that does not continue what is before it. */
export function follow(from: Head, entries: readonly ChainEntry[]): Link {
  const heads: Head[] = []
  let head = from
  for (const entry of entries) {
    const continues = entry.sequence === head.sequence + 1 && entry.previousHash === head.head && hashOf(entry) === entry.hash
    if (!continues) return { ok: false, sequence: head.sequence + 1 }
    head = { sequence: entry.sequence, head: entry.hash }
    heads.push(head)
  }
  return { ok: true, head, heads }
}
