import { createHasher, wordsOf } from '@rueda/rules/mining/sha256.ts'
import { search } from '@rueda/rules/mining/share.ts'

/** The search for a share, in a thread of its own so that the screens stay quick. It ends with the share, or by being ended. */
export type SearchOrder = Readonly<{
  challenge: string
  target: string
  /** Higher half of the first nonces, by chance: two devices of a customer try different ones. */
  high: number
}>
/** Hashes since the report before and the time they took; the nonce of a share once there is one. */
export type SearchReport = Readonly<{ hashes: number; ms: number; nonce: string | null }>

const BATCH = 0x8000
const NONCES_OF_A_WORD = 0x1_0000_0000
const REPORT_EVERY_MS = 1_000

self.addEventListener('message', ({ data }: MessageEvent<SearchOrder>) => {
  const hasher = createHasher(data.challenge)
  const target = wordsOf(data.target)
  let { high } = data
  let low = 0
  let hashes = 0
  let since = performance.now()
  for (;;) {
    const nonce = search({ hasher, target, high, low, count: BATCH })
    hashes += BATCH
    low = (low + BATCH) % NONCES_OF_A_WORD
    if (low === 0) high += 1
    const now = performance.now()
    if (nonce === null && now - since < REPORT_EVERY_MS) continue
    self.postMessage({ hashes, ms: now - since, nonce } satisfies SearchReport)
    if (nonce !== null) return
    hashes = 0
    since = now
  }
})
