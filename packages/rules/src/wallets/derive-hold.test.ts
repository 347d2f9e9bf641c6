import { describe, expect, it } from 'vitest'
import { linesOf } from '../figures/lines.ts'
import { type Hold, deriveHold } from './derive-hold.ts'

/** docs/rules/figures.md P.34: what money is held for, down to price and quantity. */
const told = (hold: Hold): readonly string[] =>
  linesOf(deriveHold('USD', hold)).map(({ depth, sign, name, value }) => `${depth} ${sign} ${name} ${value}`)
const UNIT = 100_000_000n
const order = { kind: 'order', instrumentId: 'US:ARDV' } as const

describe('what money is held for', () => {
  it('150 ARDV at a limit of 182.37, with charges of 8.21', () => {
    expect(told({ ...order, amount: 2_736_371n, atStart: 2_736_371n, waits: { price: 18_237_000_000n, quantity: 150n * UNIT } })).toEqual([
      '0 plus use 27363.71',
      '1 plus value 27355.50',
      '2 plus quantity 150',
      '2 times price 182.37',
      '1 plus charges 8.21',
    ])
  })

  it('an order of which a part was executed: what it began with, less what that took', () => {
    expect(told({ ...order, amount: 1_824_247n, atStart: 2_736_371n, waits: { price: 18_237_000_000n, quantity: 150n * UNIT } })).toEqual([
      '0 plus use 18242.47',
      '1 plus heldAtStart 27363.71',
      '1 minus spent 9121.24',
    ])
  })

  it('an order at the market, and a withdrawal, hold what they hold', () => {
    expect(told({ ...order, amount: 500n, atStart: 500n, waits: null })).toEqual(['0 plus use 5.00'])
    expect(told({ kind: 'withdrawal', amount: 10_000n })).toEqual(['0 plus use 100.00'])
  })
})
