import { type LogEntry, REAL_CLOCK, SIMULATED_MARKET } from '@rueda/proof/entries.ts'
import type { Memory } from './memory.ts'
import { type Checked, NOTHING, both, found, noticed } from './checked.ts'
import { noteLiabilities } from './silence.ts'

/** What a log says by night that the house owes everybody and that bank and chains hold (`docs/rules/proof.md` P.24). */
type Of<Kind extends LogEntry['kind']> = Extract<LogEntry, { kind: Kind }>
type Remembered = Pick<Memory, 'last' | 'setLast'>

const DAY_MS = 86_400_000
const dayAfter = (date: string): string => new Date(Date.parse(`${date}T00:00:00Z`) + DAY_MS).toISOString().slice(0, date.length)

/**
 * Each day comes once and none goes back. An asset that nobody is owed any more has no sum, and a house that was down says only its newest day: so a
 * gap is noticed, and it is the entry of what is held that says how many sums a day has.
 */
export function checkLiabilities(entry: Of<'liabilities'>, at: number, memory: Remembered): Checked {
  const { asset, date, at: saidAt } = entry
  const contradicts = both(checkSum(entry, at, memory), checkOver(entry, at, memory))
  const row = `liabilities ${asset}`
  noteLiabilities(memory, asset, saidAt)
  const before = memory.last(row)
  if (before === null || date > before) memory.setLast(row, date)
  const ofNight = both(contradicts, checkNight(date, at, memory))
  countSum(entry, memory)
  if (before === null || date === dayAfter(before)) return ofNight
  const says = `Entry ${at} tells what is owed in ${asset} for ${date} after ${before}`
  return both(
    ofNight,
    date > before
      ? noticed(`${says}: nothing was owed in it between, or the server was down.`)
      : found('liabilities-missing', `${says}: each day comes once.`),
  )
}

/** The day whose sums came last, how many of them, and their moment; none in a memory of before it was kept. */
const SUMS = 'sums'
type Sums = Readonly<{ date: string; count: number; at: number | null }>
function sumsIn(memory: Remembered): Sums {
  const [date = '', count = '0', at] = (memory.last(SUMS) ?? '').split(' ')
  return { date, count: Number(count), at: at === undefined ? null : Number(at) }
}

function countSum({ date, at }: Of<'liabilities'>, memory: Remembered): void {
  const sums = sumsIn(memory)
  memory.setLast(SUMS, `${date} ${sums.date === date ? sums.count + 1 : 1} ${at}`)
}

/** Nobody is owed nothing or less, and what is owed lies in parts. */
function checkSum({ asset, date, total, leaves, at: saidAt }: Of<'liabilities'>, at: number, memory: Remembered): Checked {
  const says = `Entry ${at} tells a sum of ${date} in ${asset}`
  const isOwed = /[1-9]/u.test(total) && !total.startsWith('-') && leaves > 0
  return both(
    isOwed ? NOTHING : contradicted(`${says} of ${total} in ${leaves} parts: what is not owed has no sum.`),
    isAtOnce(sumsIn(memory), date, saidAt) ? NOTHING : contradicted(`${says} of another moment than the one before it: a night has one.`),
  )
}

const isAtOnce = (sums: Sums, date: string, saidAt: number): boolean => sums.date !== date || sums.at === null || sums.at === saidAt
const contradicted = (says: string): Checked => found('night-contradicts', says)

/** The clock of the house's market, as its newest start says it: only of a real one can be told when a day is over. */
const CLOCK = 'clock'
export const noteClock = (memory: Remembered, settings: Readonly<Record<string, string>>): void =>
  memory.setLast(CLOCK, settings['MARKET'] === SIMULATED_MARKET ? (settings['SIM_CLOCK'] ?? '') : '')

/** In New York, the earlier of its two times; and a clock may be set back meanwhile. */
const MIDNIGHT = 'T04:00:00Z'
const MAX_STEP_OF_CLOCK_MS = 600_000

/** A day that is not over would hide those that are from whoever looks at the newest. */
function checkOver({ date, at: saidAt, kind }: Of<'liabilities' | 'held'>, at: number, memory: Remembered): Checked {
  const isOver = saidAt >= Date.parse(`${dayAfter(date)}${MIDNIGHT}`) - MAX_STEP_OF_CLOCK_MS
  if (isOver || memory.last(CLOCK) !== REAL_CLOCK) return NOTHING
  const what = kind === 'held' ? 'what was held' : 'what was owed'
  return contradicted(`Entry ${at} tells ${what} at the end of ${date}, and says it at ${new Date(saidAt).toISOString()}, before that end.`)
}

/** As another day begins, what was held on the one before has been said, once the house says it at all. */
function checkNight(date: string, at: number, memory: Remembered): Checked {
  const [sums, held] = [sumsIn(memory), memory.last(HELD)]
  if (held !== null && date <= held)
    return found(
      'liabilities-missing',
      `Entry ${at} tells a sum of ${date} behind what was held on ${held}, which says how many there are.`,
    )
  if (sums.date === '' || date <= sums.date || (held !== null && held >= sums.date)) return NOTHING
  return held === null
    ? noticed(`Before entry ${at} nothing tells what was held on ${sums.date}: a house that never said it is older than that entry.`)
    : missing(sums.date, at)
}

const missing = (date: string, at: number): Checked =>
  found('liabilities-missing', `Before entry ${at} nothing tells what was held on ${date}, or how many sums that day has.`)

/** Nobody says twice of one day what bank and chains held; the sums of the day came before it, all of them. */
export function checkHeld(entry: Of<'held'>, at: number, memory: Remembered): Checked {
  return both(checkPlaces(entry, at, memory), checkCount(entry, at, memory))
}

function checkPlaces({ date, at: saidAt, places, ...entry }: Of<'held'>, at: number, memory: Remembered): Checked {
  const names = new Set(places.map(({ place, asset }) => JSON.stringify([place, asset])))
  const says = `Entry ${at} tells what was held on ${date}`
  const twice = names.size === places.length ? NOTHING : contradicted(`${says} with one place twice.`)
  const moment = isAtOnce(sumsIn(memory), date, saidAt)
    ? NOTHING
    : contradicted(`${says} at another moment than its sums: a night has one.`)
  return both(both(twice, moment), checkOver({ ...entry, date, at: saidAt, places }, at, memory))
}

function checkCount({ date, assets }: Of<'held'>, at: number, memory: Remembered): Checked {
  const before = memory.last(HELD)
  if (before === null || date > before) memory.setLast(HELD, date)
  if (before !== null && date <= before)
    return found('liabilities-missing', `Entry ${at} tells what was held on ${date} after ${before}: each day comes once.`)
  const sums = sumsIn(memory)
  const skipped = before !== null && sums.date > before && sums.date < date ? missing(sums.date, at) : NOTHING
  const count = sums.date === date ? sums.count : 0
  return count === assets
    ? skipped
    : found('liabilities-missing', `Entry ${at} tells of ${assets} sums for ${date}, and the log has ${count}.`)
}
const HELD = 'held'
