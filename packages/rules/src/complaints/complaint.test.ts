import { describe, expect, it } from 'vitest'
import { next } from '../machine.ts'
import { readHours, supportHours } from '../support/hours.ts'
import { type ComplaintAction, complaintDeadlines, complaintMachine, isInTime, openComplaints } from './complaint.ts'

type State = keyof typeof complaintMachine

/** Every state with every action: anything that says null is refused. */
const written: Readonly<Record<State, Readonly<Record<ComplaintAction, State | null>>>> = {
  none: { file: 'received', acknowledge: null, answer: null, withdraw: null },
  received: { file: null, acknowledge: 'acknowledged', answer: null, withdraw: 'withdrawn' },
  acknowledged: { file: null, acknowledge: null, answer: 'answered', withdraw: 'withdrawn' },
  answered: { file: null, acknowledge: null, answer: null, withdraw: null },
  withdrawn: { file: null, acknowledge: null, answer: null, withdraw: null },
}

describe.each(Object.entries(written))('a complaint that is %s', (status, events) => {
  it.each(Object.entries(events))('on %s becomes %s', (event, to) => {
    expect(next(complaintMachine, status as State, event as ComplaintAction)).toBe(to)
  })
})

it('is open until it is answered or taken back', () => {
  expect(openComplaints).toEqual(['received', 'acknowledged'])
})

/** Buenos Aires closes at 21:00 UTC. 18 November 2026 is a Wednesday. */
describe('the deadlines', () => {
  const at = (text: string): number => Date.parse(text)
  const shown = (filed: string, hours = supportHours): string[] => {
    const { acknowledgeBy, answerBy } = complaintDeadlines(at(filed), hours)
    return [acknowledgeBy, answerBy].map((moment) => new Date(moment).toISOString())
  }

  it.each([
    ['on a Wednesday', '2026-11-18T13:00:00Z', '2026-11-20T21:00:00.000Z', '2026-12-09T21:00:00.000Z'],
    ['before it opens', '2026-11-18T09:00:00Z', '2026-11-20T21:00:00.000Z', '2026-12-09T21:00:00.000Z'],
    ['after it closed', '2026-11-18T23:00:00Z', '2026-11-20T21:00:00.000Z', '2026-12-09T21:00:00.000Z'],
    // Past midnight in London and still the Wednesday in Buenos Aires.
    ['late in the evening', '2026-11-19T02:59:59.999Z', '2026-11-20T21:00:00.000Z', '2026-12-09T21:00:00.000Z'],
    ['on the day after', '2026-11-19T03:00:00Z', '2026-11-23T21:00:00.000Z', '2026-12-10T21:00:00.000Z'],
    ['on a Friday', '2026-11-20T20:59:00Z', '2026-11-24T21:00:00.000Z', '2026-12-11T21:00:00.000Z'],
    ['on a Saturday', '2026-11-21T15:00:00Z', '2026-11-24T21:00:00.000Z', '2026-12-11T21:00:00.000Z'],
    ['on a Sunday', '2026-11-22T15:00:00Z', '2026-11-24T21:00:00.000Z', '2026-12-11T21:00:00.000Z'],
  ])('of one made %s count whole business days after it', (_, filed, acknowledgeBy, answerBy) => {
    expect(shown(filed)).toEqual([acknowledgeBy, answerBy])
  })

  it('count the days on which the house is there', () => {
    const mondays = readHours('mon 08:30-24:00 +05:30') ?? supportHours
    expect(shown('2026-11-18T13:00:00Z', mondays)).toEqual(['2026-11-30T18:30:00.000Z', '2027-03-01T18:30:00.000Z'])
  })

  it('are kept to the last millisecond', () => {
    expect([isInTime(1_000, 1_000), isInTime(1_001, 1_000)]).toEqual([true, false])
  })
})
