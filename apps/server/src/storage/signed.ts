import { createHmac, timingSafeEqual } from 'node:crypto'
import { HOUR_MS, type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import type { Clock, Random } from '../deps.ts'

/**
 * Links to files and tickets of exports, which come back within minutes, are signed with a key that serves for nothing
 * else. It is drawn in memory, replaced every hour, and destroyed when the last link made with it has ended: no backup and
 * no folder holds it, and a restart ends every link signed before.
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

type Key = Readonly<{ bytes: Uint8Array; madeAt: Instant }>

export function createLinkKeys({ wallClock, random }: Readonly<{ wallClock: Clock; random: Random }>): LinkKeys {
  let keys: readonly Key[] = []
  /** The newest first. */
  function keysNow(): readonly Key[] {
    const now = wallClock.now()
    const counted = keys.filter(({ madeAt }) => now - madeAt < LINK_KEY_SERVES_MS + MAX_LINK_MS)
    const [newest] = counted
    const isOld = newest === undefined || now - newest.madeAt >= LINK_KEY_SERVES_MS
    keys = isOld ? [{ bytes: random.bytes(KEY_BYTES), madeAt: now }, ...counted] : counted
    return keys
  }
  return {
    sign: (kind, text) => {
      const [newest] = keysNow()
      if (newest === undefined) throw new Error('there is no key for links')
      return `${Buffer.from(text).toString('base64url')}.${signatureOf(newest, kind, text).toString('base64url')}`
    },
    read: (kind, token) => {
      const [said = '', signature = '', ...more] = token.split('.')
      const text = Buffer.from(said, 'base64url').toString()
      const given = Buffer.from(signature, 'base64url')
      const isOurs = keysNow().some((key) => isEqual(signatureOf(key, kind, text), given))
      return isOurs && more.length === 0 ? text : null
    },
  }
}

const signatureOf = ({ bytes }: Key, kind: string, text: string): Buffer =>
  createHmac('sha256', bytes)
    .update(JSON.stringify([kind, text]))
    .digest()
const isEqual = (right: Buffer, given: Buffer): boolean => given.length === right.length && timingSafeEqual(given, right)
