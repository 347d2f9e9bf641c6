import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { SavedMarkets } from '@rueda/exchange/world/simulated-markets.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { VenueRecipe } from './build-venue.ts'

/**
 * Keeps what the simulated market's finished days leave behind, so that a second start need not work years of them out again. The file says
 * nothing that is not known: it can be removed at any time, and one that is torn, of another market, or of other code counts as none.
 */
export interface FinishedDays {
  read(): Saved | null
  /** Takes a tenth of a second or two; on a disk that is almost full nothing is kept. */
  write(saved: Saved): void
}

/** The last date that is in it. */
export type Saved = Readonly<{ until: CalendarDate; markets: SavedMarkets }>

/** Everything that these days depend on besides the code. */
type Origin = Pick<VenueRecipe, 'secret' | 'models' | 'alwaysOpen' | 'historyFrom'>

const FOLDER = 'market'
const FILE = 'finished-days'
const OWNER_ONLY = 0o600
const MARK_BYTES = 32
const MEBIBYTE = 1024 * 1024
/** Many times what there is to keep. */
const MAX_BYTES = 512 * MEBIBYTE
/** As much as is left to orders on a disk that is almost full (MIN_FREE_MB). */
const MIN_ROOM_BYTES = 512 * MEBIBYTE

export function finishedDaysIn(dataFolder: string, origin: Origin): FinishedDays {
  const folder = join(dataFolder, FOLDER)
  const path = join(folder, FILE)
  const markOf = markWith(origin)
  return {
    read: () => {
      try {
        const file = statSync(path)
        if (!file.isFile() || file.size > MAX_BYTES) return null
        const bytes = readFileSync(path)
        const body = bytes.subarray(MARK_BYTES)
        return bytes.length > MARK_BYTES && timingSafeEqual(bytes.subarray(0, MARK_BYTES), markOf(body)) ? unpacked(body) : null
      } catch {
        return null
      }
    },
    write: (saved) => {
      const body = packed(saved)
      const draft = `${path}.new`
      rmSync(draft, { recursive: true, force: true })
      mkdirSync(folder, { recursive: true })
      const { bavail, bsize } = statfsSync(folder)
      // The ledger needs the room more.
      if (bavail * bsize < body.length + MIN_ROOM_BYTES) return
      try {
        writeFileSync(draft, Buffer.concat([markOf(body), body]), { mode: OWNER_ONLY })
        renameSync(draft, path)
      } catch (error) {
        rmSync(draft, { recursive: true, force: true })
        throw error
      }
    },
  }
}

/**
 * Thousands of columns as one run of numbers, which a start takes over as it lies in the file; everything else says where in it each column
 * begins.
 */
function packed(saved: Saved): Uint8Array {
  const columns: Float64Array[] = []
  let length = 0
  const rest = serialize(
    withColumns(saved, (column) => {
      if (!(column instanceof Float64Array)) return column
      columns.push(column)
      length += column.length
      return { [BEGINS]: length - column.length, length: column.length }
    }),
  )
  const numbers = new Float64Array(length)
  let at = 0
  for (const column of columns) {
    numbers.set(column, at)
    at += column.length
  }
  const head = new Float64Array([numbers.byteLength])
  return Buffer.concat([new Uint8Array(head.buffer), new Uint8Array(numbers.buffer), rest])
}

function unpacked(body: Uint8Array): Saved {
  // Numbers lie at multiples of eight bytes from the beginning of their memory.
  const bytes = new Uint8Array(body)
  const [size = 0] = new Float64Array(bytes.buffer, 0, 1)
  const numbers = new Float64Array(bytes.buffer, HEAD_BYTES, size / HEAD_BYTES)
  const rest: unknown = deserialize(bytes.subarray(HEAD_BYTES + size))
  return withColumns(rest, (place) => {
    if (typeof place !== 'object' || place === null || !(BEGINS in place)) return place
    const { [BEGINS]: begins, length } = place as Place
    return numbers.subarray(begins, begins + length)
  }) as Saved
}

const HEAD_BYTES = 8
const BEGINS = 'begins at'
type Place = Readonly<{ [BEGINS]: number; length: number }>

/** The same with something else in the place of each column. */
function withColumns(value: unknown, change: (value: unknown) => unknown): unknown {
  const changed = change(value)
  if (changed !== value || typeof value !== 'object' || value === null || value instanceof Map) return changed
  if (Array.isArray(value)) return value.map((each) => withColumns(each, change))
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withColumns(each, change)]))
}

/** The market's secret marks the file: nobody without it can write one that is believed. */
function markWith({ secret, models, alwaysOpen, historyFrom }: Origin): (body: Uint8Array) => Buffer {
  const origin = JSON.stringify([models, alwaysOpen, historyFrom ?? null, codeDigest()])
  return (body) => createHmac('sha256', secret).update(origin).update(body).digest()
}

/** A hash of the code that works days out: another version works its own out. */
function codeDigest(): string {
  const hash = createHash('sha256').update(process.version)
  for (const folder of CODE) {
    const inside = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    for (const name of inside.filter((each) => each.endsWith('.ts') && !each.endsWith('.test.ts')).toSorted())
      hash.update(name).update(readFileSync(join(folder, name)))
  }
  return hash.digest('hex')
}
const PACKAGES = join(import.meta.dirname, '..', '..', '..', '..', 'packages')
const CODE = [join(PACKAGES, 'exchange', 'src'), join(PACKAGES, 'rules', 'src')]
