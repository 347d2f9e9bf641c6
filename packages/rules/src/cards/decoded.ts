import type { BytesCoder } from '@scure/base'

/** The decoded bytes of a text; null when it is malformed or its check does not match. */
export function decoded(coder: BytesCoder, text: string): Uint8Array | null {
  try {
    return coder.decode(text)
  } catch {
    return null
  }
}
