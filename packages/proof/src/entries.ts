import { fromUtf8, utf8 } from './bytes.ts'
import { type CanonicalValue, canonicalJson, parseCanonicalJson } from './canonical-json.ts'
import { type Outcome, accepted, refused } from './outcome.ts'
import {
  type Fields,
  type ObjectOf,
  amount,
  base64Text,
  count,
  date,
  flag,
  hash,
  hexOf,
  largeCount,
  listOf,
  moment,
  noteText,
  objectOf,
  oneOf,
  orNull,
  recordOf,
  text,
} from './schema.ts'
import { VRF_PROOF_BYTES } from './vrf.ts'

/** What the house says in its log, one line of canonical JSON each. Heads of accounts are entries of their own kind (`head.ts`). */

const VRF_OUTPUT_BYTES = 64
const MAX_ENTRY_BYTES = 0xffff

/** A round of a public beacon, which nobody knew before its time. */
const beaconRound = objectOf({ round: largeCount, randomness: hash })
const closedDay = objectOf({ market: text, date })

const FIELDS = {
  /** A server begins: what it runs and every lever that touches prices, orders or time. */
  'start': {
    version: text,
    engine: hash,
    settings: recordOf(text),
    closedDays: listOf(closedDay),
    /** Only that the secret of the days was given, never what it is; with it no claim about days holds. */
    isSeedSet: flag,
    scenario: orNull(hash),
  },
  'stop': { reason: text },
  /** Time in which nothing was taken: the clock of uptime is made of these. */
  'gap': { from: moment, until: moment, reason: text },
  'alive': {},
  /** What draws prices and matches, and the first day it serves; an emergency's days are not claimed. */
  'engine': { engine: hash, firstDate: date, isEmergency: flag },
  /** After a day's last session: what anybody draws its prices again with. */
  'day-key': {
    market: text,
    date,
    engine: hash,
    proof: hexOf(VRF_PROOF_BYTES),
    output: hexOf(VRF_OUTPUT_BYTES),
    beacon: orNull(beaconRound),
  },
  /** Heads of the input chains that moved. */
  'inputs': { chains: listOf(objectOf({ instrument: text, date, number: count, head: hash })) },
  /** A finished day of an instrument: the end of its input chain, and the hash of its executions. */
  'tape': { instrument: text, date, number: count, head: hash, executions: hash },
  /** What the house owes in an asset, at the end of a day. */
  'liabilities': { date, asset: text, root: hash, total: amount, leaves: count },
  /** What bank and chains hold by the books at the same moment, below zero where more went out than came in, and how many assets are owed. */
  'held': { date, assets: count, places: listOf(objectOf({ place: text, asset: text, amount })) },
  'draw-inputs': { draw: text, inputs: hash, round: orNull(largeCount) },
  'draw-result': { draw: text, inputs: hash, seed: hash, result: hash, beacon: orNull(beaconRound) },
  /** How long withdrawals took, over the days that are named. */
  'withdrawal-clock': {
    days: count,
    paid: count,
    refused: count,
    waiting: count,
    medianSeconds: orNull(count),
    slowSeconds: orNull(count),
    oldestSeconds: orNull(count),
  },
  /** A key that is used from here on. All but the first of their purpose are signed by the one before. */
  'key': {
    purpose: oneOf('checkpoints', 'receipts', 'days'),
    key: text,
    beacon: orNull(text),
    signedBy: orNull(objectOf({ key: text, signature: base64Text })),
  },
  /** First in a log that continues another one which ended: where that one came to. */
  'successor': { origin: text, checkpoint: noteText, reason: text },
} satisfies Readonly<Record<string, Fields>>

export type EntryKind = keyof typeof FIELDS
export type LogEntry = { [Kind in EntryKind]: Readonly<{ kind: Kind; at: number }> & ObjectOf<(typeof FIELDS)[Kind]> }[EntryKind]

/** How a start says of its settings that the market's clock is the real one; a market that plays what was recorded has that of its tape, whatever they say. */
export const REAL_CLOCK = '{"kind":"real"}'
export const SIMULATED_MARKET = '{"kind":"sim"}'

/** The bytes that are logged. */
export function encodeEntry(entry: LogEntry): Uint8Array {
  if (!isEntry(entry)) throw new TypeError('This is no entry of a kind that is logged')
  const bytes = utf8(canonicalJson(entry as CanonicalValue))
  if (bytes.length > MAX_ENTRY_BYTES) throw new RangeError(`An entry of ${bytes.length} bytes is too long to be logged`)
  return bytes
}

export function decodeEntry(bytes: Uint8Array): Outcome<LogEntry, 'not-an-entry'> {
  const line = bytes.length > MAX_ENTRY_BYTES ? null : fromUtf8(bytes)
  const parsed = line === null ? null : parseCanonicalJson(line)
  if (parsed?.ok !== true) return refused('not-an-entry')
  const value: unknown = parsed.value
  return isEntry(value) ? accepted(value) : refused('not-an-entry')
}

function isEntry(value: unknown): value is LogEntry {
  if (typeof value !== 'object' || value === null || !('kind' in value) || !isKind(value.kind)) return false
  return objectOf({ ...FIELDS[value.kind], kind: text, at: moment })(value)
}

const isKind = (kind: unknown): kind is EntryKind => typeof kind === 'string' && Object.hasOwn(FIELDS, kind)
