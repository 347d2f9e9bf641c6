import { describe, expect, it } from 'vitest'
import type { VenueInput } from '../inputs.ts'
import { type Booked, compareExecutions } from './compare.ts'
import type { Rerun } from './rerun.ts'

/** What may be missing of a day whose venue was started again (`docs/rules/proof.md` P.42). */
const begins = (...starts: readonly number[]): VenueInput[] =>
  starts.map((at) => ({ instrumentId: 'US:TEST', tradeDate: '2026-01-05', at, kind: 'begin', halts: [], closed: [], listed: [] }))
const fill = (orderId: string, at: number, quantity = 5n): Booked => ({ orderId, at, price: 182n, quantity, resting: false })
const again = (life: number, executed: Booked): Rerun => ({ life, ...executed })
const kind = (booked: readonly Booked[], rerun: readonly Rerun[], inputs: readonly VenueInput[]) =>
  compareExecutions(booked, rerun, inputs)?.kind

describe('the executions of a day', () => {
  it('are the same to the unit and in the same order', () => {
    const day = [fill('one', 1), fill('two', 2)]
    const given = day.map((each) => again(0, each))
    expect(kind(day, given, begins(0))).toBeUndefined()
    expect(kind([fill('two', 2), fill('one', 1)], given, begins(0))).toBe('order')
    expect(kind([fill('one', 1), fill('two', 2, 6n)], given, begins(0))).toBe('quantity')
    expect(kind([{ ...fill('one', 1), resting: true }, fill('two', 2)], given, begins(0))).toBe('resting')
    expect(kind([fill('one', 1)], given, begins(0))).toBe('missing')
    expect(kind([...day, fill('three', 3)], given, begins(0))).toBe('unfounded')
  })

  it('may lack the last of an order before a start, and none in between', () => {
    const before = [fill('one', 1, 1n), fill('two', 2), fill('one', 3, 3n)]
    const given = [...before.map((each) => again(0, each)), again(1, fill('one', 12))]
    const after = fill('one', 12)
    expect(kind([fill('one', 1, 1n), fill('two', 2), after], given, begins(0, 10))).toBeUndefined()
    expect(kind([fill('one', 1, 1n), after], given, begins(0, 10))).toBeUndefined()
    expect(kind([fill('two', 2), fill('one', 3, 3n), after], given, begins(0, 10))).toBe('order')
    expect(kind([fill('one', 3, 3n), after], given, begins(0, 10))).toBe('quantity')
  })

  it('lack nothing after the last start, and there are none without inputs', () => {
    expect(kind([], [again(1, fill('one', 12))], begins(0, 10))).toBe('missing')
    expect(kind([fill('one', 1)], [], [])).toBe('unfounded')
  })
})
