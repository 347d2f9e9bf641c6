import { z } from 'zod'
import { type Instant, MINUTE_MS, SECOND_MS } from '@rueda/rules/time.ts'

/**
 * The port to a public beacon of randomness, for the value of a draw that nobody of the brokerage chooses (`docs/rules/ipo.md` E.2). The
 * round is fixed when an offering is announced, and read when its draw is due.
 */
export interface Beacon {
  /** Null where the draw has no beacon. */
  readonly url: string | null
  /** The first round at or after a moment; null while the beacon cannot be reached. */
  roundAt(moment: Instant): Promise<number | null>
  /** What a round said, in hexadecimal digits; null while it has not, or cannot be reached. */
  randomness(url: string, round: number): Promise<string | null>
}

/** The draw of an offering reads the first round so long after its close. */
export const ROUND_AFTER_CLOSE_MS = 10 * MINUTE_MS

export const noBeacon: Beacon = {
  url: null,
  roundAt: () => Promise.resolve(null),
  randomness: () => Promise.resolve(null),
}

const MAX_ANSWER_MS = 5 * SECOND_MS
const info = z.object({ period: z.number().int().positive(), genesis_time: z.number().int().positive() })
const RANDOMNESS = /^[0-9a-f]{64}$/u
const answer = z.object({ round: z.number().int(), randomness: z.string().regex(RANDOMNESS) })

type Fetch = (address: string) => Promise<unknown>

const fetchJson: Fetch = async (address) => {
  const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(MAX_ANSWER_MS) })
  if (!response.ok) throw new Error(`the beacon answered ${response.status}`)
  return response.json()
}

/** A chain of the League of Entropy (drand), by the address of its HTTP interface. */
export function drandBeacon(url: string, read: Fetch = fetchJson): Beacon {
  const orNull = async <Value>(work: () => Promise<Value>): Promise<Value | null> => work().catch(() => null)
  return {
    url,
    roundAt: (moment) =>
      orNull(async () => {
        const { period, genesis_time: genesis } = info.parse(await read(`${url}/info`))
        return Math.max(1, Math.ceil((moment / SECOND_MS - genesis) / period) + 1)
      }),
    randomness: (chain, round) =>
      orNull(async () => {
        const said = answer.parse(await read(`${chain}/public/${round}`))
        if (said.round !== round) throw new Error(`the beacon answered with round ${said.round}`)
        return said.randomness
      }),
  }
}
