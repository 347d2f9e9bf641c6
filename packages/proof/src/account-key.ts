import { concatBytes } from '@noble/hashes/utils.js'
import { U64_BYTES, utf8, writeU64 } from './bytes.ts'
import { hmacSha256, sha256 } from './sha256.ts'

/**
 * What follows from the key of an account: 32 random bytes that its owner and the server know. Each use has a first byte of
 * its own, so that none can stand for another.
 */

const LABEL = 0x01
const OPENING = 0x02
const LIABILITY = 0x03
const OWNER = 0x04
const SUCCESSOR = 0x05
const ORDER = 0x06
const SEPARATOR = 0x00
const KEY_BYTES = 32
export const LABEL_BYTES = 16
export const ORDER_NAME_BYTES = 16

/** What the account's chain covers from its first entry: the key is fixed before it hides anything. */
export const keyCommitment = (key: Uint8Array): Uint8Array => sha256(checked(key))

/**
 * The key that heads are logged under: the account's own in the first log of a house, and one of its own in each successor, so that a head said
 * again is another entry and nobody learns which entries are heads. Origin: that of the successor; null for a first log.
 */
export const headKey = (key: Uint8Array, successor: string | null): Uint8Array =>
  successor === null ? checked(key) : derived(key, SUCCESSOR, utf8(successor))

/** Under which the head at a sequence is logged. Only who has the key sees whose it is; one label twice is a fork. */
export const headLabel = (key: Uint8Array, sequence: number): Uint8Array =>
  hmacSha256(checked(key), at(LABEL, sequence)).subarray(0, LABEL_BYTES)

/** What opens the logged head at a sequence, and that one alone: evidence shows this, never the key. */
export const headOpening = (key: Uint8Array, sequence: number): Uint8Array => hmacSha256(checked(key), at(OPENING, sequence))

/** The name of one part of an account's balance in the sum tree of a night. */
export const liabilityId = (key: Uint8Array, date: string, part: number): Uint8Array =>
  derived(key, LIABILITY, utf8(date), Uint8Array.of(part))

/** Whose an order is in the input chain of an instrument on a day. */
export const inputOwner = (key: Uint8Array, instrument: string, date: string): Uint8Array =>
  hmacSha256(checked(key), inputOwnerMessage(instrument, date))

/** What the key is used on for it. */
export const inputOwnerMessage = (instrument: string, date: string): Uint8Array =>
  concatBytes(Uint8Array.of(OWNER), utf8(instrument), Uint8Array.of(SEPARATOR), utf8(date))

/** What an order is called in that chain: only its owner knows which it is. */
export const inputOrder = (key: Uint8Array, instrument: string, date: string, orderId: string): Uint8Array =>
  hmacSha256(checked(key), inputOrderMessage(instrument, date, orderId)).subarray(0, ORDER_NAME_BYTES)

export const inputOrderMessage = (instrument: string, date: string, orderId: string): Uint8Array =>
  concatBytes(Uint8Array.of(ORDER), utf8(instrument), Uint8Array.of(SEPARATOR), utf8(date), Uint8Array.of(SEPARATOR), utf8(orderId))

function at(use: number, sequence: number): Uint8Array {
  const message = new Uint8Array(1 + U64_BYTES)
  message[0] = use
  writeU64(message, 1, sequence)
  return message
}

const derived = (key: Uint8Array, use: number, ...parts: readonly Uint8Array[]): Uint8Array =>
  hmacSha256(checked(key), concatBytes(Uint8Array.of(use), ...parts))

function checked(key: Uint8Array): Uint8Array {
  if (key.length !== KEY_BYTES) throw new RangeError(`The key of an account has ${KEY_BYTES} bytes, not ${key.length}`)
  return key
}
