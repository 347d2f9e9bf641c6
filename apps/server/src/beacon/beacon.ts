import { BEACON_SCHEME, beaconValue } from '@rueda/proof/beacon.ts'
import { type Instant, MINUTE_MS, SECOND_MS } from '@rueda/rules/time.ts'
import { z } from 'zod'

/**
 * The port to a public beacon of randomness, for values that nobody of the brokerage chooses: of a draw (`docs/rules/ipo.md` E.2) and of a day
 * (`docs/rules/proof.md` P.23). The round is fixed in advance, and read when it has come.
 */
export interface Beacon {
  /** Null where there is no beacon. */
  readonly url: string | null
  /** The first round at or after a moment; null while the beacon cannot be reached. */
  roundAt(moment: Instant): Promise<number | null>
  /** What a round said, in hexadecimal digits; null while it has not, or cannot be reached. */
  randomness(url: string, round: number): Promise<string | null>
}

export const noBeacon: Beacon = {
  url: null,
  roundAt: () => Promise.resolve(null),
  randomness: () => Promise.resolve(null),
}

const MAX_ANSWER_MS = 5 * SECOND_MS
const info = z.object({
  period: z.number().int().positive(),
  genesis_time: z.number().int().positive(),
  public_key: z.string().optional(),
  schemeID: z.string().optional(),
})
const RANDOMNESS = /^[0-9a-f]{64}$/u
const SIGNATURE = /^[0-9a-f]{96}$/u
const answer = z.object({ round: z.number().int(), randomness: z.string().regex(RANDOMNESS), signature: z.string().optional() })

export type Fetch = (address: string) => Promise<unknown>

const fetchJson: Fetch = async (address) => {
  const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(MAX_ANSWER_MS) })
  if (!response.ok) throw new Error(`the beacon answered ${response.status}`)
  return response.json()
}

const orNull = async <Value>(work: () => Promise<Value>): Promise<Value | null> => work().catch(() => null)

/** A chain of the League of Entropy (drand), by the address of its HTTP interface. */
export function drandBeacon(url: string, read: Fetch = fetchJson): Beacon {
  return {
    url,
    roundAt: (moment) =>
      orNull(async () => {
        const { period, genesis_time: genesis } = info.parse(await read(`${url}/info`))
        return Math.max(1, Math.ceil((moment / SECOND_MS - genesis) / period) + 1)
      }),
    randomness: (chain, round) =>
      orNull(async () => {
        const { public_key: key, schemeID } = info.parse(await read(`${chain}/info`))
        if (schemeID === BEACON_SCHEME) return (await verifiedRound(chain, read, { key: key ?? '', round })).randomness
        const said = answer.parse(await read(`${chain}/public/${round}`))
        if (said.round !== round) throw new Error(`the beacon answered with round ${said.round}`)
        return said.randomness
      }),
  }
}

/** The beacon of days as it was logged: with its key and its times, so that whoever reads the log can verify every round. */
export type BeaconRule = Readonly<{ url: string; key: string; genesis: number; period: number }>

const NAME = 'drand:'
export const beaconName = (url: string): string => `${NAME}${url}`
const ruleText = ({ url, key, genesis, period }: BeaconRule): string => `${beaconName(url)} ${key} ${genesis} ${period}`

/** Reads a rule as it was logged. */
export function parseRule(text: string): BeaconRule {
  const [name = '', key = '', genesis, period] = text.split(' ')
  return { url: name.slice(NAME.length), key, genesis: Number(genesis), period: Number(period) }
}

/** What is logged of a beacon once; null where it cannot be reached, or its rounds cannot be verified. */
export const askRule = (url: string, read: Fetch = fetchJson): Promise<string | null> =>
  orNull(async () => {
    const { period, genesis_time: genesis, public_key: key, schemeID } = info.parse(await read(`${url}/info`))
    if (schemeID !== BEACON_SCHEME || key === undefined) throw new Error(`the beacon's rounds are signed by ${schemeID}`)
    return ruleText({ url, key, genesis, period })
  })

/** The last round at or before a moment. */
export const roundBefore = ({ genesis, period }: BeaconRule, moment: Instant): number =>
  Math.max(1, Math.floor((moment / SECOND_MS - genesis) / period) + 1)

/** The round of a day lies so long before anybody reads the day's key. */
export const ROUND_BEFORE_MS = 5 * MINUTE_MS
export const roundOfDay = (rule: BeaconRule, firstReading: Instant): number => roundBefore(rule, firstReading - ROUND_BEFORE_MS)

export type VerifiedRound = Readonly<{ randomness: string; signature: string }>

/** A round of the beacon of days, verified by the key that was logged; null while it has not come, or cannot be reached. */
export const readRound = ({ url, key }: BeaconRule, round: number, read: Fetch = fetchJson): Promise<VerifiedRound | null> =>
  orNull(() => verifiedRound(url, read, { key, round }))

async function verifiedRound(url: string, read: Fetch, { key, round }: Readonly<{ key: string; round: number }>): Promise<VerifiedRound> {
  const { signature = '' } = answer.parse(await read(`${url}/public/${round}`))
  const value = SIGNATURE.test(signature) ? beaconValue(Buffer.from(key, 'hex'), round, Buffer.from(signature, 'hex')) : null
  if (value === null) throw new Error(`the beacon's round ${round} is not signed by its key`)
  return { randomness: Buffer.from(value).toString('hex'), signature }
}
