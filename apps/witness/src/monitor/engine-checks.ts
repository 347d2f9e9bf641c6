import { firstClaimedDate } from '@rueda/proof/day.ts'
import { type SaidEngine, engineFor, oldestDateAt } from '@rueda/proof/engine.ts'
import type { LogEntry } from '@rueda/proof/entries.ts'
import { type Checked, NOTHING, found, noticed } from './checked.ts'
import type { Memory } from './memory.ts'
import { noteClock } from './night-checks.ts'

/**
 * An engine is named before it serves (`docs/rules/proof.md` P.44). Logs that began before engines were named have starts alone; from the first entry
 * of an engine on, nothing starts and no day is drawn by another one than the log names.
 */
type Remembered = Pick<Memory, 'last' | 'setLast'>
type Of<Kind extends LogEntry['kind']> = Extract<LogEntry, { kind: Kind }>

const NAMED = 'engines'
const named = (memory: Remembered): readonly SaidEngine[] => JSON.parse(memory.last(NAMED) ?? '[]') as readonly SaidEngine[]
const rowOf = (engine: string): string => `engine ${engine}`

export function checkEngine({ engine, firstDate, at: saidAt }: Of<'engine'>, at: number, memory: Remembered): Checked {
  memory.setLast(NAMED, JSON.stringify([...named(memory), { engine, firstDate, at: saidAt }]))
  memory.setLast(rowOf(engine), String(at))
  return noticed(
    `Entry ${at} names the engine ${engine}, which serves from ${firstDate} on; of its days before ${firstClaimedDate(saidAt)} nothing is claimed.`,
  )
}

export function checkStart({ engine, at: saidAt, settings }: Of<'start'>, at: number, memory: Remembered): Checked {
  noteClock(memory, settings)
  const all = named(memory)
  if (all.length === 0) memory.setLast(rowOf(engine), String(at))
  const serving = engineFor(all, oldestDateAt(saidAt))
  if (serving === null || serving.engine === engine) return NOTHING
  return found(
    'engine-not-named',
    `Entry ${at} starts the engine ${engine}, while the log names ${serving.engine}: it was changed without a word.`,
  )
}

export function checkEngineOfDay({ engine, market, date }: Of<'day-key'>, at: number, memory: Remembered): Checked {
  if (named(memory).length === 0 || memory.last(rowOf(engine)) !== null) return NOTHING
  return found(
    'engine-not-named',
    `Entry ${at} tells that ${market} was drawn on ${date} by the engine ${engine}, which the log never named.`,
  )
}
