import { createHmac } from 'node:crypto'

/** The code an authenticator app shows (RFC 6238), worked out here on its own: the journeys trust no code of the product. */
const STEP_MS = 30_000
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const MODULUS = 1_000_000
const DIGITS = 6
const BITS_OF_LETTER = 5
const BYTE = 8

export function oneTimePassword(key: string, steps = 0): string {
  const counter = Buffer.alloc(BYTE)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + steps))
  const mac = createHmac('sha1', bytesOf(key)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0x0f
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % MODULUS).padStart(DIGITS, '0')
}

function bytesOf(key: string): Buffer {
  const bits = [...key].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(BITS_OF_LETTER, '0')).join('')
  const bytes = bits.match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}
