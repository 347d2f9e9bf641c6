import { type LogEntry, decodeEntry } from '@rueda/proof/entries.ts'
import { TILE_WIDTH } from '@rueda/proof/tiles.ts'
import { checkpointIn } from './judge-log.ts'
import { keptNow } from './kept.ts'
import { entryAt } from './log-entry.ts'
import { type NightFinding, type Night, isOverdue, judgeTotals } from './night-totals.ts'
import { readBeside, readBundle, readHashes, subtreesBeside } from './read-log.ts'
import { isOfTree } from './reading.ts'
import { check } from './watch.ts'

/** Fetches what the house said by night that it owes; an answer of another shape is none, and throws. */
const ADDRESS = '/trust/liabilities'
const DATE = /^\d{4}-\d{2}-\d{2}$/u
const WHOLE = /^-?\d{1,40}$/u

export async function readNights(): Promise<readonly string[]> {
  const { nights } = fieldsOf(await readBeside(ADDRESS))
  return listOf(nights, (night) => textOf(night, DATE)).filter((night) => !Number.isNaN(Date.parse(night)))
}

/** No date of a browser is later. */
const LAST_MOMENT_MS = 8.64e15

export async function readNight(asked: string): Promise<Night> {
  const { date, timestamp, liabilities, held, heldEntry } = fieldsOf(await readBeside(`${ADDRESS}/${asked}`))
  // Another night than was asked for is no answer.
  if (date !== asked || !Number.isSafeInteger(timestamp) || Math.abs(Number(timestamp)) > LAST_MOMENT_MS)
    throw new TypeError('the night was not answered')
  return {
    ...{ date: asked, timestamp: Number(timestamp) },
    liabilities: listOf(liabilities, totalIn),
    held: held === null ? null : listOf(held, placeIn),
    heldEntry: entryIn(heldEntry),
  }
}

function totalIn(value: unknown): Night['liabilities'][number] {
  const { asset, root, total, leaves, entry } = fieldsOf(value)
  if (typeof leaves !== 'number') throw new TypeError('no sum of a night')
  return { asset: textOf(asset), root: textOf(root), total: textOf(total, WHOLE), leaves, entry: entryIn(entry) }
}

/** A place in the log. */
function entryIn(value: unknown): number | null {
  if (value === null || (typeof value === 'number' && Number.isSafeInteger(value))) return value
  throw new TypeError('no place in the log')
}

function placeIn(value: unknown): NonNullable<Night['held']>[number] {
  const { place, asset, amount } = fieldsOf(value)
  return { place: textOf(place), asset: textOf(asset), amount: textOf(amount, WHOLE) }
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (typeof value === 'object' && value !== null ? { ...value } : {})

function listOf<Item>(value: unknown, read: (item: unknown) => Item): readonly Item[] {
  if (!Array.isArray(value)) throw new TypeError('no list')
  return value.map(read)
}

function textOf(value: unknown, shape = /./u): string {
  if (typeof value !== 'string' || !shape.test(value)) throw new TypeError('no such text')
  return value
}

/** Compares every sum of a night with the entry of the log that it names; throws where the log cannot be read. */
export async function compareWithLog(night: Night): Promise<NightFinding> {
  // The checkpoint that is believed has to cover what the night said.
  if ((await check()) === 'unreachable') throw new TypeError('the log was not answered')
  const checkpoint = checkpointIn(keptNow().log?.checkpoint ?? '')
  if (checkpoint === null) throw new TypeError('no checkpoint is believed')
  const { size } = checkpoint
  const named = [...night.liabilities.map(({ entry }) => entry), night.heldEntry]
  const places = named.flatMap((entry) => (entry === null || entry >= size ? [] : [entry]))
  const continuedAt = await logContinuedAt()
  const entries = new Map<number, LogEntry>()
  for (const index of filesWith(places, size)) {
    const bundle = await readBundle(index, size)
    const hashes = bundle === null ? null : await readHashes(subtreesBeside(bundle, size), size)
    if (bundle === null || hashes === null || !isOfTree(bundle, checkpoint, hashes)) throw new TypeError('the log was not answered')
    for (const [at, bytes] of bundle.entries.entries()) {
      const entry = decodeEntry(bytes)
      if (entry.ok) entries.set(bundle.first + at, entry.value)
    }
  }
  const now = Date.now()
  return judgeTotals(night, { size, entries, continuedAt, seenAt: firstSeen(night.date, now) }, now)
}

/** When the believed log began, where it continues another one; null for a first one. Throws where it cannot be read. */
async function logContinuedAt(): Promise<number | null> {
  const first = await entryAt(0)
  if (first === null) throw new TypeError('the log was not answered')
  return first.kind === 'successor' ? first.at : null
}

/** Whether the believed log should have what a night said. */
export async function isNightOverdue({ date, timestamp }: Readonly<{ date: string; timestamp: number }>): Promise<boolean> {
  const now = Date.now()
  return isOverdue({ timestamp, seenAt: firstSeen(date, now), continuedAt: await logContinuedAt() }, now)
}

const MAX_FILES = 40

/**
 * The files of the log with these places, and one on either side: a night is said at one moment, so that its sums lie together. Where no place is named,
 * the newest files.
 */
function filesWith(places: readonly number[], size: number): readonly number[] {
  const last = Math.ceil(size / TILE_WIDTH) - 1
  const named = places.map((place) => Math.floor(place / TILE_WIDTH)).flatMap((file) => [file - 1, file, file + 1])
  const newest = Array.from({ length: places.length === 0 ? MAX_FILES : 1 }, (_, back) => last - back)
  return [...new Set([...named, ...newest])].filter((file) => file >= 0 && file <= last).slice(0, MAX_FILES)
}

const SEEN_KEY = 'rueda.nights'
const MAX_SEEN = 30

/** When this device saw a night first, which it remembers from now on. */
function firstSeen(date: string, now: number): number {
  try {
    const seen = fieldsOf(JSON.parse(localStorage.getItem(SEEN_KEY) ?? '{}'))
    const known = seen[date]
    if (typeof known === 'number') return known
    const newest = Object.entries({ ...seen, [date]: now })
      .toSorted(([one], [other]) => (one < other ? 1 : -1))
      .slice(0, MAX_SEEN)
    localStorage.setItem(SEEN_KEY, JSON.stringify(Object.fromEntries(newest)))
  } catch {
    // Nothing can be kept here, and the house's moment counts.
  }
  return now
}
