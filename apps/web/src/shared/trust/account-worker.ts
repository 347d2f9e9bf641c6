import type { ChainEntry } from '@rueda/contract/trust.ts'
import type { Head } from './kept.ts'
import { type Balance, Replay } from './replay.ts'

/** Computes an account's chain beside the page, so that it stays alive meanwhile: a page of entries in, how far it came out. */
export type ReplayOrder = Readonly<{ entries: readonly ChainEntry[] }>
export type ReplayReport = Readonly<{ head: Head; wrong: number | null; balances: readonly Balance[]; hashes: readonly (string | null)[] }>

const replay = new Replay()

self.addEventListener('message', ({ data: { entries } }: MessageEvent<ReplayOrder>) => {
  replay.add(entries)
  const hashes = entries.map(({ sequence }) => replay.headAt(sequence))
  self.postMessage({ head: replay.head, wrong: replay.wrong, balances: replay.balances, hashes } satisfies ReplayReport)
})
