import type { LogEntry } from '@rueda/proof/entries.ts'
import { type Checked, NOTHING, found } from './checked.ts'
import type { Memory } from './memory.ts'

/** What the log says of a day's input chain only grows, and ends once: two chains of one day would give two customers two markets. */
type Remembered = Pick<Memory, 'last' | 'setLast'>
type Chain = Readonly<{ instrument: string; date: string; number: number; head: string }>

const rowOf = (kind: 'inputs' | 'tape', { instrument, date }: Chain): string => `${kind} ${instrument} ${date}`

export function checkInputs({ chains }: Extract<LogEntry, { kind: 'inputs' }>, at: number, memory: Remembered): Checked {
  for (const chain of chains) {
    if (isBehind(chain, memory) || isBeyondItsEnd(chain, memory))
      return found(
        'inputs-changed',
        `Entry ${at} tells another input chain of ${chain.instrument} on ${chain.date} than the log told before.`,
      )
    memory.setLast(rowOf('inputs', chain), `${chain.number} ${chain.head}`)
  }
  return NOTHING
}

export function checkTape(tape: Extract<LogEntry, { kind: 'tape' }>, at: number, memory: Remembered): Checked {
  const { instrument, date, number, head, executions } = tape
  const row = rowOf('tape', tape)
  const before = memory.last(row)
  const end = `${number} ${head} ${executions}`
  memory.setLast(row, before ?? end)
  if (before !== null && before !== end)
    return found('tape-changed', `Entry ${at} ends the day ${date} of ${instrument} otherwise than the log did before.`)
  if (isBehind(tape, memory))
    return found('tape-changed', `Entry ${at} ends the day ${date} of ${instrument} with another input chain than the log told before.`)
  return NOTHING
}

/** Whether the log has ended this chain before it came so far, or with another head. What was told before its end may be said behind it. */
function isBeyondItsEnd(chain: Chain, memory: Remembered): boolean {
  const end = memory.last(rowOf('tape', chain))?.split(' ')
  if (end === undefined) return false
  const [number = '0', head = ''] = end
  return chain.number > Number(number) || (chain.number === Number(number) && head !== chain.head)
}

/** Whether the log has told more of this chain, or another head at the same number. */
function isBehind(chain: Chain, memory: Remembered): boolean {
  const [number = '0', head = ''] = memory.last(rowOf('inputs', chain))?.split(' ') ?? []
  return Number(number) > chain.number || (Number(number) === chain.number && head !== chain.head)
}
