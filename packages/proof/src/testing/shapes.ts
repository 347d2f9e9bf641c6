import { hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { leafHash } from '../merkle.ts'

/** Bytes as hexadecimal digits say them. */
export const hex = (text: string): Uint8Array => hexToBytes(text)

export const bytesOf = (length: number): fc.Arbitrary<Uint8Array> => fc.uint8Array({ minLength: length, maxLength: length })

/** Texts of the signs that are easily written in two ways, or in a wrong order. */
export const signs = (constraints: fc.StringSharedConstraints = {}): fc.Arbitrary<string> =>
  fc.string({ ...constraints, unit: fc.constantFrom(...'aZ19 "\\/\'<>+\u0000\n\t\u001f\u007f\u0080é€ß\u2028\u3000ñ日ไฮ\ufb33\uffff😂𐀀') })

/** A few different leaves, told apart by their number. */
export const leavesOf = (count: number): readonly Uint8Array[] =>
  Array.from({ length: count }, (_, at) => leafHash(Uint8Array.of(at >> 8, at)))

/** One bit of it turned over. */
export function flipped(bytes: Uint8Array, bit: number): Uint8Array {
  const changed = Uint8Array.from(bytes)
  const at = Math.floor(bit / 8) % bytes.length
  changed[at] = (changed[at] ?? 0) ^ (1 << (bit % 8))
  return changed
}
