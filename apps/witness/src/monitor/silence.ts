import type { Memory } from './memory.ts'

/** What a log leaves unsaid. It contradicts nothing, so it is noticed and never counts as a finding. */

/** An idle hour says `alive`; so long without anything no restart takes. */
const MAX_SILENCE_MS = 3 * 3_600_000
/** Every midnight tells what is owed, once a server that was away is back. */
const MAX_NIGHT_MS = 36 * 3_600_000

/** A night with a moment that is still to come would never be missed. */
const MAX_AHEAD_MS = 3_600_000

const GREW = 'grew'
const TOLD = 'told '

export const noteGrowth = (memory: Pick<Memory, 'setLast'>, now: number): void => memory.setLast(GREW, String(now))
export const noteLiabilities = (memory: Pick<Memory, 'setLast'>, asset: string, at: number): void =>
  memory.setLast(`${TOLD}${asset}`, String(at))

export function silences(memory: Pick<Memory, 'last' | 'rowsOf'>, now: number): readonly string[] {
  const grewAt = Number(memory.last(GREW) ?? now)
  const isSilent = now - grewAt > MAX_SILENCE_MS
  const silent = `The log has said nothing since ${moment(grewAt)}, although an hour without anything else to say is said in it.`
  const missing = memory
    .rowsOf(TOLD)
    .filter(({ value }) => now - Number(value) > MAX_NIGHT_MS)
    .map(
      ({ row, value }) =>
        `What is owed in ${row.slice(TOLD.length)} was last told at ${moment(Number(value))}, although every night of the house tells it.`,
    )
  const toCome = memory
    .rowsOf(TOLD)
    .filter(({ value }) => Number(value) > now + MAX_AHEAD_MS)
    .map(({ row, value }) => `What is owed in ${row.slice(TOLD.length)} was told at ${moment(Number(value))}, which is still to come.`)
  return [...(isSilent ? [silent] : []), ...missing, ...toCome]
}

const moment = (at: number): string => new Date(at).toISOString()
