import { concatBytes } from '@noble/hashes/utils.js'
import { utf8 } from './bytes.ts'
import { type CanonicalValue, canonicalJson } from './canonical-json.ts'
import { sha256 } from './sha256.ts'

/**
 * The chain of what reached a market's engines in one instrument on one day. Each record is hashed by itself, so that the record of an order
 * that is still open can be published as its hash alone, and the chain followed all the same.
 */

const SEPARATOR = Uint8Array.of(0x00)
const START = utf8('rueda/inputs/v1')
const RECORD = utf8('rueda/input/v1')
const NEXT = utf8('rueda/input-head/v1')

/** The head of a chain in which nothing is yet. */
export const inputChainStart = (instrument: string, date: string): Uint8Array =>
  sha256(concatBytes(START, SEPARATOR, utf8(instrument), SEPARATOR, utf8(date)))

/** The hash of one record. It has a salt, so that nobody finds what it says by trying. */
export const inputHash = (record: CanonicalValue): Uint8Array => inputHashOf(canonicalJson(record))

/** The same of a record's canonical text. */
export const inputHashOf = (text: string): Uint8Array => sha256(inputMessage(text))

/** What is hashed of it: a server has a faster SHA-256 than the one that runs everywhere. */
export const inputMessage = (text: string): Uint8Array => concatBytes(RECORD, SEPARATOR, utf8(text))

/** The head behind the next record. */
export const nextInputHead = (head: Uint8Array, record: Uint8Array): Uint8Array => sha256(inputHeadMessage(head, record))

export const inputHeadMessage = (head: Uint8Array, record: Uint8Array): Uint8Array => concatBytes(NEXT, SEPARATOR, head, record)

const EXECUTION = utf8('rueda/execution/v1')
const EXECUTIONS = utf8('rueda/executions/v1')

/** The hash of one execution. It names its order, and that name nobody finds by trying. */
export const executionHash = (execution: CanonicalValue): Uint8Array =>
  sha256(concatBytes(EXECUTION, SEPARATOR, utf8(canonicalJson(execution))))

/** The hash of a day's executions, of the hash of each in their order: so that one that is still a hash alone is in it all the same. */
export const executionsHash = (hashes: readonly Uint8Array[]): Uint8Array => sha256(concatBytes(EXECUTIONS, SEPARATOR, ...hashes))
