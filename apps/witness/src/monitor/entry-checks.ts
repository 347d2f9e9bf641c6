import { type LogEntry, decodeEntry } from '@rueda/proof/entries.ts'
import { labelOf } from '@rueda/proof/head.ts'
import { isKeyChangeBy } from '@rueda/proof/key-change.ts'
import { parseVerifierKey } from '@rueda/proof/verifier-key.ts'
import type { Memory } from './memory.ts'
import { type Checked, NOTHING, both, found, noticed } from './checked.ts'
import { checkEngine, checkEngineOfDay, checkStart } from './engine-checks.ts'
import { checkInputs, checkTape } from './chain-checks.ts'
import { checkHeld, checkLiabilities } from './night-checks.ts'

type KeyEntry = Extract<LogEntry, { kind: 'key' }>
type Remembered = Pick<Memory, 'labelSeen' | 'last' | 'setLast' | 'keys' | 'believe'>

export function checkEntry(bytes: Uint8Array, at: number, origin: string, memory: Remembered): Checked {
  const label = labelOf(bytes)
  if (label !== null) {
    const before = memory.labelSeen(label, at)
    const text = Buffer.from(label).toString('hex')
    return before === null
      ? NOTHING
      : found('label-repeated', `Entries ${before} and ${at} have the same label ${text}: an account's history was forked.`)
  }
  const entry = decodeEntry(bytes)
  if (!entry.ok) return noticed(`Entry ${at} is of no kind that this monitor knows. Is there a newer one?`)
  return both(checkMoment(entry.value, at, memory), checkKind(entry.value, at, origin, memory))
}

function checkKind(entry: LogEntry, at: number, origin: string, memory: Remembered): Checked {
  switch (entry.kind) {
    case 'key':
      return checkKey(entry, at, origin, memory)
    case 'engine':
      return checkEngine(entry, at, memory)
    case 'start':
      return checkStart(entry, at, memory)
    case 'day-key':
      return both(checkEngineOfDay(entry, at, memory), checkDayKey(entry, at, memory))
    case 'liabilities':
      return checkLiabilities(entry, at, memory)
    case 'held':
      return checkHeld(entry, at, memory)
    case 'successor':
      return at === 0
        ? noticed(`This log continues ${entry.origin}, which ended: ${entry.reason}.`)
        : found('misplaced-successor', `Entry ${at} says that the log continues another one, which only its first entry can.`)
    case 'inputs':
      return checkInputs(entry, at, memory)
    case 'tape':
      return checkTape(entry, at, memory)
    default:
      return NOTHING
  }
}

/** Seven days count from the moment that an entry says: one that is said behind what came later has chosen its own. */
function checkMoment({ kind, at: saidAt }: LogEntry, at: number, memory: Remembered): Checked {
  const newest = Number(memory.last(NEWEST_MOMENT) ?? 0)
  if (saidAt > newest) memory.setLast(NEWEST_MOMENT, String(saidAt))
  return COUNTS_FROM_ITS_MOMENT.has(kind) && newest - saidAt > MAX_LATE_MS
    ? noticed(
        `Entry ${at} (${kind}) says a moment that lies before what the log had said already: its clock was set back, or the moment was chosen afterwards.`,
      )
    : NOTHING
}
const NEWEST_MOMENT = 'newest moment'
const COUNTS_FROM_ITS_MOMENT: ReadonlySet<LogEntry['kind']> = new Set(['key', 'engine'])
const MAX_LATE_MS = 3_600_000

function checkKey(entry: KeyEntry, at: number, origin: string, memory: Remembered): Checked {
  const row = `key ${entry.purpose}`
  const before = memory.last(row)
  memory.setLast(row, entry.key)
  // The first of its purpose begins the row: whether it is believed is not for the log to say.
  if (before === null && entry.signedBy === null) return NOTHING
  if (before !== null && entry.purpose === 'days')
    return found(
      'key-not-signed',
      `Entry ${at} names another key for the days, which never changes: whoever has two can choose among days.`,
    )
  const known = memory.keys().map(({ key }) => key)
  const signer = (before === null ? known : [before]).find((key) => signed(entry, origin, key))
  if (signer === undefined)
    return before === null
      ? NOTHING
      : found('key-not-signed', `Entry ${at} names a key for ${entry.purpose} that the key before did not sign for.`)
  if (entry.purpose === 'checkpoints' && known.includes(signer)) memory.believe({ key: entry.key, source: 'signed' })
  return noticed(`Entry ${at} names the key ${entry.key} for ${entry.purpose}, which the one before signed for.`)
}

function signed(entry: KeyEntry, origin: string, by: string): boolean {
  const key = parseVerifierKey(by)
  return key.ok && isKeyChangeBy(entry, origin, key.value)
}

/** A market's days come one after the other. Which of them it trades on, the log alone does not say. */
function checkDayKey({ market, date }: Extract<LogEntry, { kind: 'day-key' }>, at: number, memory: Remembered): Checked {
  const row = `day-key ${market}`
  const before = memory.last(row)
  if (before === null || date > before) memory.setLast(row, date)
  if (before !== null && daysBetween(before, date) > MAX_DAYS_CLOSED)
    return found(
      'days-missing',
      `Entry ${at} tells a day key of ${market} for ${date} after the one for ${before}: those between are not told.`,
    )
  if (before === null || date > before) return NOTHING
  return found('days-out-of-order', `Entry ${at} tells a day key of ${market} for ${date} after the one for ${before}.`)
}

/** No market is closed for longer. */
const MAX_DAYS_CLOSED = 15
const DAY_MS = 86_400_000
const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS
