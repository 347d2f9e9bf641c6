import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

/**
 * Hashes lie in the archive itself, and whoever changes a part can make them anew. The seal over the manifest takes a key of the house, which
 * lies beside the archive and never in it. It comes from the key that stays when the others change, so that a later file of keys opens it too.
 */
const KEYS = z.object({ fingerprintKey: z.string().regex(/^[0-9a-f]{64}$/u) })
/** Keeps the key of the seal apart from whatever else is made with the key of the house. */
const PURPOSE = 'rueda backup manifest'
const KEY_BYTES = 32

/** Makes the seal of a manifest with a file of keys; null where that file is none. */
export function sealerOf(keys: string): ((manifest: Buffer) => string) | null {
  const read = KEYS.safeParse(readJson(keys))
  if (!read.success) return null
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(read.data.fingerprintKey, 'hex'), '', PURPOSE, KEY_BYTES))
  return (manifest) => createHmac('sha256', key).update(manifest).digest('hex')
}

/** The manifest as it lies in an archive, and the seal that lies behind it. */
export type Sealed = Readonly<{ content: Buffer; seal: string }>

export function isSealedBy(keys: string, { content, seal }: Sealed): boolean {
  const expected = Buffer.from(sealerOf(keys)?.(content) ?? '')
  const found = Buffer.from(seal)
  return expected.length > 0 && expected.length === found.length && timingSafeEqual(expected, found)
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
