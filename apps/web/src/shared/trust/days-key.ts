import { entryAt } from './log-entry.ts'
import { keptNow } from './kept.ts'
import { KEYS_ADDRESS, readBeside } from './read-log.ts'
import { check } from './watch.ts'

/**
 * The key of days that this device has seen in the log. It is kept apart from the log's own memory, because it never changes: not under a new
 * key of checkpoints, and not under another log.
 */
export const DAYS_KEY = 'rueda.days-key'
export type DaysKey = Readonly<{ publicKey: string; beacon: string | null; loggedAt: number }>

export type DaysKeyFound =
  | Readonly<{ kind: 'pinned'; key: DaysKey }>
  /** The house has none, or no checkpoint covers it yet. */
  | Readonly<{ kind: 'none' }>
  /** The log has another one than this device saw. */
  | Readonly<{ kind: 'changed' }>
  | Readonly<{ kind: 'unanswered' }>

/** Reads the key out of the believed log, holds it to the one that was seen, and keeps the first. */
export async function readDaysKey(): Promise<DaysKeyFound> {
  await check()
  if (keptNow().log === null) return { kind: 'unanswered' }
  const told = await readBeside(KEYS_ADDRESS)
  if (told === null || typeof told !== 'object') return { kind: 'unanswered' }
  const seen = pinned()
  const place = placeIn(told)
  if (place === null) return seen === null ? { kind: 'none' } : { kind: 'unanswered' }
  const entry = await entryAt(place)
  if (entry === null) return { kind: 'unanswered' }
  if (entry.kind !== 'key' || entry.purpose !== 'days') return { kind: 'changed' }
  const key: DaysKey = { publicKey: entry.key, beacon: entry.beacon, loggedAt: entry.at }
  if (seen !== null && (seen.publicKey !== key.publicKey || seen.beacon !== key.beacon)) return { kind: 'changed' }
  if (seen === null) pin(key)
  return { kind: 'pinned', key: seen ?? key }
}

/** Where the house says that its log has the key; the entry there is what counts. */
function placeIn(told: object): number | null {
  if (!('vrf' in told) || typeof told.vrf !== 'object' || told.vrf === null || !('entry' in told.vrf)) return null
  return typeof told.vrf.entry === 'number' ? told.vrf.entry : null
}

let held: DaysKey | null = null

function pinned(): DaysKey | null {
  try {
    const text = localStorage.getItem(DAYS_KEY)
    return text === null ? held : (JSON.parse(text) as DaysKey)
  } catch {
    return held
  }
}

function pin(key: DaysKey): void {
  held = key
  try {
    localStorage.setItem(DAYS_KEY, JSON.stringify(key))
  } catch {
    // Nothing can be kept here; the page holds it.
  }
}
