import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { CanonicalObject } from './canonical-json.ts'
import { equalBytes } from './bytes.ts'
import { executionHash, executionsHash, inputChainStart, inputHash, nextInputHead } from './input-chain.ts'
import { amount, count, flag, hash, hexOf, isObjectWith, listOf, moment, objectOf, orNull, text } from './schema.ts'
import { ORDER_NAME_BYTES } from './account-key.ts'

/**
 * The tape of an instrument's finished day as it is published (`docs/rules/proof.md` P.42), and what anybody finds of it without running it
 * again: whether it is the one that the log says, and whether a receipt has its place in it.
 */
type Hidden = Readonly<{ hash: string }>
/** A record in the words of the venue, which whoever runs it again understands. */
export type TapedRecord = CanonicalObject & Readonly<{ number: number }>
export type TapedExecution = Readonly<{ order: string; price: string; quantity: string; at: number; resting: boolean }>
export type PublishedTape = Readonly<{
  instrument: string
  date: string
  /** Where the house says that its log has it. */
  entry: number | null
  inputs: readonly (Readonly<{ record: TapedRecord }> | Hidden)[]
  executions: readonly (TapedExecution | Hidden)[]
}>

const isHidden = objectOf({ hash })
const isRecord = isObjectWith({ number: count })
const isExecution = objectOf({ order: hexOf(ORDER_NAME_BYTES), price: amount, quantity: amount, at: moment, resting: flag })
const isTape = isObjectWith({
  instrument: text,
  date: text,
  entry: orNull(count),
  inputs: listOf((each): each is PublishedTape['inputs'][number] => isHidden(each) || isObjectWith({ record: isRecord })(each)),
  executions: listOf((each): each is TapedExecution | Hidden => isHidden(each) || isExecution(each)),
})

/** Reads a published tape; null for what is none. */
export const readTape = (value: unknown): PublishedTape | null => (isTape(value) ? value : null)

/** Heads of a chain: at each place the one behind so many records. */
export type ChainHeads = readonly Uint8Array[]

/** Null where a record does not stand in its place, or has no canonical form. */
export function headsOfTape({ instrument, date, inputs }: PublishedTape): ChainHeads | null {
  const heads = [inputChainStart(instrument, date)]
  for (const [index, each] of inputs.entries()) {
    if ('record' in each && each.record.number !== index + 1) return null
    const record = 'record' in each ? hashOrNull(() => inputHash(each.record)) : hexToBytes(each.hash)
    if (record === null) return null
    heads.push(nextInputHead(heads[index] ?? new Uint8Array(), record))
  }
  return heads
}

/** What the log says of a day. */
type LoggedTape = Readonly<{ instrument: string; date: string; number: number; head: string; executions: string }>

/** How a tape is not the one that the log says; null where it is. */
export function faultOfTape(tape: PublishedTape, heads: ChainHeads | null, logged: LoggedTape): 'day' | 'chain' | 'executions' | null {
  if (logged.instrument !== tape.instrument || logged.date !== tape.date) return 'day'
  const last = heads?.at(-1)
  if (last === undefined || logged.number !== tape.inputs.length || bytesToHex(last) !== logged.head) return 'chain'
  const hashes = tape.executions.map((each) => ('order' in each ? executionHash(each) : hexToBytes(each.hash)))
  return bytesToHex(executionsHash(hashes)) === logged.executions ? null : 'executions'
}

/** The place of an input as a receipt has it: its number, and the head before it. */
type PlaceOfInput = Readonly<{ number: number; previous: string }>

/** Whether a chain has the head at the place that a receipt names. */
export function isInChain(heads: ChainHeads, { number, previous }: PlaceOfInput): boolean {
  const before = number < heads.length ? heads[number - 1] : undefined
  return before !== undefined && equalBytes(before, hexToBytes(previous))
}

function hashOrNull(make: () => Uint8Array): Uint8Array | null {
  try {
    return make()
  } catch {
    return null
  }
}
