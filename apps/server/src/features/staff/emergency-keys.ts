import type { Random } from '../../deps.ts'
import { digest } from '../accounts/tokens.ts'

/**
 * The keys of the emergency account: 160 random bits each, written so that a person can copy them from paper. Nobody
 * guesses one, so wrong ones lock nothing: a stranger could otherwise keep the staff out of their own emergency.
 */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const KEY_BYTES = 20
const GROUP = 4
const BITS = 5n
const BITS_OF_A_BYTE = 8

export function newKey(random: Random): string {
  let rest = BigInt(`0x${Buffer.from(random.bytes(KEY_BYTES)).toString('hex')}`)
  const letters = Array.from({ length: (KEY_BYTES * BITS_OF_A_BYTE) / Number(BITS) }, () => {
    const letter = ALPHABET[Number(rest & ((1n << BITS) - 1n))] ?? ''
    rest >>= BITS
    return letter
  })
  return Array.from({ length: letters.length / GROUP }, (_, group) => letters.slice(group * GROUP, (group + 1) * GROUP).join('')).join('-')
}

/** As it is kept. Dashes, blanks and small letters do not matter, nor letters that look like a digit. */
export const hashOfKey = (key: string): Buffer =>
  digest('emergencyKey', key.toUpperCase().replaceAll(/[\s-]/gu, '').replaceAll('O', '0').replaceAll(/[IL]/gu, '1'))
