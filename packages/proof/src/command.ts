import { bytesToHex } from '@noble/hashes/utils.js'
import { utf8 } from './bytes.ts'
import { type CanonicalValue, canonicalJson } from './canonical-json.ts'
import { sha256 } from './sha256.ts'

/** What a receipt says it is of. Whoever sent a command works out the same hash, and knows that nothing else was answered. */

/** Never part of what is hashed: who holds a receipt could try them one by one. */
const SECRETS: ReadonlySet<string> = new Set(['payPassword', 'password', 'code'])

export type Command = Readonly<{ path: string; key: string | null; body: unknown }>

/**
 * SHA-256, in hex, over the path, the idempotency key and the body as it was sent, its names sorted and its passwords and codes left out. Null
 * for a body that has no canonical form: a lone surrogate, or one that is nested too deeply.
 */
export function commandHash({ path, key, body }: Command): string | null {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  const said = isObject ? Object.fromEntries(Object.entries(body).filter(([name]) => !SECRETS.has(name))) : body
  try {
    return hashOf(`rueda/command/v1\n${path}\n${key ?? ''}\n${canonicalJson(said as CanonicalValue)}\n`)
  } catch {
    return null
  }
}

/** The same for what was told without being asked: a frame of the push channel, with its data. Null where that has no canonical form. */
export function frameHash({ channel, data }: Readonly<{ channel: string; data: unknown }>): string | null {
  try {
    return hashOf(`rueda/frame/v1\n${channel}\n${canonicalJson(data as CanonicalValue)}\n`)
  } catch {
    return null
  }
}

const hashOf = (text: string): string => bytesToHex(sha256(utf8(text)))
