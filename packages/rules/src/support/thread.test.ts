import { describe, expect, it } from 'vitest'
import { next } from '../machine.ts'
import { type SupportStatus, supportMachine } from './thread.ts'

/** Every state with every action: anything not listed there is refused. */
const written: Readonly<Record<SupportStatus, Readonly<Record<'ask' | 'answer' | 'close', SupportStatus | null>>>> = {
  none: { ask: 'waiting', answer: null, close: null },
  waiting: { ask: 'waiting', answer: 'answered', close: 'closed' },
  answered: { ask: 'waiting', answer: 'answered', close: 'closed' },
  closed: { ask: 'waiting', answer: null, close: null },
}

describe.each(Object.entries(written))('a conversation that is %s', (status, events) => {
  it.each(Object.entries(events))('on %s becomes %s', (event, to) => {
    expect(next(supportMachine, status as SupportStatus, event as 'ask')).toBe(to)
  })
})
