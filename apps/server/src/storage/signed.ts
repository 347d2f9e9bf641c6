import { createHmac, timingSafeEqual } from 'node:crypto'
import { HOUR_MS, type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import type { Clock, Random } from '../deps.ts'
import type { Vault } from '../vault/vault.ts'

/**
 * Links to files and tickets of exports, which come back within minutes, are signed with a key that serves for nothing
 * else, and that is replaced every hour.
 */
export interface LinkKeys {
  /** Readable by anybody, made by nobody else, and of one kind only. */
  sign(kind: string, text: string): string
  /** The text again; null unless it was signed for exactly this kind, with a key that still counts. */
  read(kind: string, token: string): string | null
}

export const LINK_KEY_SERVES_MS = HOUR_MS
/** No link and no ticket lives longer than this. */
export const MAX_LINK_MS = 15 * MINUTE_MS
const KEY_BYTES = 32

/**
 * Keys of a process that is the only one: drawn in memory, and destroyed when the last link made with them has ended. No backup and no folder holds
 * them, and a restart ends every link signed before.
 */
export function createLinkKeys({ wallClock, random }: Readonly<{ wallClock: Clock; random: Random }>): LinkKeys {
  let keys: readonly Readonly<{ bytes: Uint8Array; madeAt: Instant }>[] = []
  return linkKeys(() => {
    const now = wallClock.now()
    const counted = keys.filter(({ madeAt }) => now - madeAt < LINK_KEY_SERVES_MS + MAX_LINK_MS)
    const [newest, ...before] = counted
    const isServing = newest !== undefined && now - newest.madeAt < LINK_KEY_SERVES_MS
    const signing = isServing ? newest : { bytes: random.bytes(KEY_BYTES), madeAt: now }
    const others = isServing ? before : counted
    keys = [signing, ...others]
    return { signing: signing.bytes, others: others.map(({ bytes }) => bytes) }
  })
}

/**
 * Keys of one process of several, each of which opens what another has signed: they follow from the vault and the hour. A link opens nothing without
 * the session that it was made in, which only the database knows.
 */
export function createSharedLinkKeys({ wallClock, vault }: Readonly<{ wallClock: Clock; vault: Pick<Vault, 'fingerprint'> }>): LinkKeys {
  const keyOf = (hour: number): Uint8Array => vault.fingerprint('key of links', String(hour))
  return linkKeys(() => {
    const now = wallClock.now()
    const hour = Math.floor(now / LINK_KEY_SERVES_MS)
    const since = now - hour * LINK_KEY_SERVES_MS
    const others = [
      ...(since < MAX_LINK_MS + MAX_SKEW_MS ? [keyOf(hour - 1)] : []),
      ...(LINK_KEY_SERVES_MS - since <= MAX_SKEW_MS ? [keyOf(hour + 1)] : []),
    ]
    return { signing: keyOf(hour), others }
  })
}

/** By how much the clocks of two machines may differ. */
const MAX_SKEW_MS = MINUTE_MS

type Keys = Readonly<{ signing: Uint8Array; others: readonly Uint8Array[] }>

const linkKeys = (keysNow: () => Keys): LinkKeys => ({
  sign: (kind, text) => `${Buffer.from(text).toString('base64url')}.${signatureOf(keysNow().signing, kind, text).toString('base64url')}`,
  read: (kind, token) => {
    const [said = '', signature = '', ...more] = token.split('.')
    const text = Buffer.from(said, 'base64url').toString()
    const given = Buffer.from(signature, 'base64url')
    const { signing, others } = keysNow()
    const isOurs = [signing, ...others].some((key) => isEqual(signatureOf(key, kind, text), given))
    return isOurs && more.length === 0 ? text : null
  },
})

const signatureOf = (bytes: Uint8Array, kind: string, text: string): Buffer =>
  createHmac('sha256', bytes)
    .update(JSON.stringify([kind, text]))
    .digest()
const isEqual = (right: Buffer, given: Buffer): boolean => given.length === right.length && timingSafeEqual(given, right)
