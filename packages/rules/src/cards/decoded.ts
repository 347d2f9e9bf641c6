import type { BytesCoder } from '@scure/base'

/** The bytes behind a text; null where the text is none or its check does not fit. */
export function decoded(coder: BytesCoder, text: string): Uint8Array | null {
  try {
    return coder.decode(text)
  } catch {
    return null
  }
}
