import type { ChainEntry } from '@rueda/contract/trust.ts'
import { Replay } from './replay.ts'

/**
 * Computes an account's chain beside the page, so that it stays alive meanwhile: a page of entries in, how far it came out. `commitment` is
 * SHA-256 of the account's key, the same with every page.
 */
export type ReplayOrder = Readonly<{ commitment: string; entries: readonly ChainEntry[] }>

let replay: Replay | null = null

self.addEventListener('message', ({ data: { commitment, entries } }: MessageEvent<ReplayOrder>) => {
  replay ??= new Replay(commitment)
  replay.add(entries)
  self.postMessage(replay.report(entries))
})
