import { type LogEntry, decodeEntry } from '@rueda/proof/entries.ts'
import { TILE_WIDTH } from '@rueda/proof/tiles.ts'
import { checkpointIn } from './judge-log.ts'
import { keptNow } from './kept.ts'
import { entryAt } from './log-entry.ts'
import { type Held, type Night, judgeTotals } from './night-totals.ts'
import { readBeside, readBundle, readHashes, subtreesBeside } from './read-log.ts'
import { isOfTree } from './reading.ts'
import { check } from './watch.ts'

/** Fetches what the house said by night that it owes; an answer of another shape is none, and throws. */
const ADDRESS = '/trust/liabilities'
const DATE = /^\d{4}-\d{2}-\d{2}$/u
const WHOLE = /^-?\d{1,40}$/u

export async function readNights(): Promise<readonly string[]> {
  const { nights } = fieldsOf(await readBeside(ADDRESS))
  return listOf(nights, (night) => textOf(night, DATE))
}

export async function readNight(asked: string): Promise<Night> {
  const { date, timestamp, liabilities, held } = fieldsOf(await readBeside(`${ADDRESS}/${asked}`))
  // Another night than was asked for is no answer.
  if (date !== asked || typeof timestamp !== 'number') throw new TypeError('the night was not answered')
  return {
    ...{ date: asked, timestamp },
    liabilities: listOf(liabilities, totalIn),
    held: held === null ? null : listOf(held, placeIn),
  }
}

function totalIn(value: unknown): Night['liabilities'][number] {
  const { asset, root, total, leaves, entry } = fieldsOf(value)
  if (typeof leaves !== 'number' || (entry !== null && typeof entry !== 'number')) throw new TypeError('no sum of a night')
  return { asset: textOf(asset), root: textOf(root), total: textOf(total, WHOLE), leaves, entry }
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

/** Holds every sum of a night to the entry of the log that it names; throws where the log cannot be read. */
export async function holdToLog(night: Night): Promise<Held> {
  // The checkpoint that is believed has to cover what the night said.
  await check()
  const checkpoint = checkpointIn(keptNow().log?.checkpoint ?? '')
  if (checkpoint === null) throw new TypeError('no checkpoint is believed')
  const { size } = checkpoint
  const places = night.liabilities.flatMap(({ entry }) => (entry === null || entry >= size ? [] : [entry]))
  const first = await entryAt(0)
  const continuedAt = first?.kind === 'successor' ? first.at : null
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
  return judgeTotals(night, { size, entries, continuedAt }, Date.now())
}

const MAX_FILES = 40

/** The files of the log with these places, and one on either side: a night is said at one moment, so that its sums lie together. */
function filesWith(places: readonly number[], size: number): readonly number[] {
  const files = places.map((place) => Math.floor(place / TILE_WIDTH))
  const around = files.flatMap((file) => [file - 1, file, file + 1]).filter((file) => file >= 0 && file * TILE_WIDTH < size)
  return [...new Set(around)].slice(0, MAX_FILES)
}
