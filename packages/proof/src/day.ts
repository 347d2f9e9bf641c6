import { concatBytes } from '@noble/hashes/utils.js'
import { equalBytes, u64, utf8 } from './bytes.ts'
import { vrfVerify } from './vrf.ts'

/**
 * The key of a market's day is drawn from what nobody chooses: the names of market and day, and where there is a beacon the value of its
 * round. Who holds the key of days proves that it allows no other one (`docs/rules/proof.md` P.23).
 */

const CONTEXT = 'rueda/day/v2'
const SEPARATOR = Uint8Array.of(0)
export const DAY_KEY_BYTES = 32
const RANDOMNESS_BYTES = 32
/** Key and engine are logged so many days before the first day that is claimed. */
export const LOGGED_DAYS_BEFORE = 7
const DAY_MS = 86_400_000
/** Nowhere on Earth does a day begin sooner before its midnight in Greenwich. */
const EARLIEST_MS = 14 * 3_600_000

/** A round of a public beacon, with its value. */
export type DayBeacon = Readonly<{ round: number; randomness: Uint8Array }>
export type NamedDay = Readonly<{ market: string; date: string; beacon: DayBeacon | null }>

/** What the key of a day is drawn from. */
export function dayAlpha({ market, date, beacon }: NamedDay): Uint8Array {
  const name = [utf8(CONTEXT), SEPARATOR, utf8(market), SEPARATOR, utf8(date)]
  if (beacon === null) return concatBytes(...name)
  if (beacon.randomness.length !== RANDOMNESS_BYTES) throw new RangeError('The value of a round has 32 bytes')
  return concatBytes(...name, SEPARATOR, u64(beacon.round), beacon.randomness)
}

/** The key that a drawn value gives its day. */
export const dayKeyOf = (output: Uint8Array): Uint8Array => output.slice(0, DAY_KEY_BYTES)

export type ProvenDay = NamedDay & Readonly<{ proof: Uint8Array; output: Uint8Array; key: Uint8Array }>

/** What is wrong with a day's key under the public key of days; null where nothing is. */
export function faultOfDay(publicKey: Uint8Array, { proof, output, key, ...day }: ProvenDay): 'proof' | 'output' | 'key' | null {
  const drawn = vrfVerify(publicKey, dayAlpha(day), proof)
  if (drawn === null) return 'proof'
  if (!equalBytes(drawn, output)) return 'output'
  return equalBytes(dayKeyOf(drawn), key) ? null : 'key'
}

/** Whether something was logged early enough before a day that the day can be claimed. */
export const isLoggedBefore = (date: string, loggedAt: number): boolean =>
  Date.parse(`${date}T00:00:00Z`) - EARLIEST_MS - loggedAt >= LOGGED_DAYS_BEFORE * DAY_MS

/** The first day that can be claimed of what was logged at a moment. */
export const firstClaimedDate = (loggedAt: number): string =>
  new Date(Math.ceil((loggedAt + LOGGED_DAYS_BEFORE * DAY_MS + EARLIEST_MS) / DAY_MS) * DAY_MS).toISOString().slice(0, DATE_LENGTH)
const DATE_LENGTH = 'yyyy-mm-dd'.length
