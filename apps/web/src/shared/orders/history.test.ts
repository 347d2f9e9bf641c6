import { describe, expect, test } from 'vitest'
import { historyOf } from './history.ts'
import { orderStateOf } from './order-status.ts'

const sent = 1_795_186_800_000
const nothing = { sequence: null, price: null, stopPrice: null, quantity: null, reason: null }
const accepted = { ...nothing, kind: 'accepted', eventTimestamp: sent }
const fill = (sequence: number, price: string, quantity: string) => ({
  ...nothing,
  kind: 'filled',
  price,
  quantity,
  sequence,
  eventTimestamp: sent + sequence,
})

describe('the history of an order', () => {
  test('150 at 182.37: 100 filled at 182.30, then 50 at 182.37', () => {
    const order = {
      status: 1,
      subStatus: 'FILLED',
      createTimeTimestamp: sent,
      modifyTimeTimestamp: sent + 9,
      timeline: [accepted, fill(7, '182.30', '100'), fill(8, '182.37', '50')],
    }
    expect(historyOf(order)).toEqual([
      { kind: 'sent', at: sent },
      { kind: 'fill', at: sent + 7, price: '182.30', quantity: '100', sequence: 7 },
      { kind: 'fill', at: sent + 8, price: '182.37', quantity: '50', sequence: 8 },
      { kind: 'ended', at: sent + 9, state: 'filled' },
    ])
  })

  test('a stop that was reached, changed before, and ended by the other order for the same shares', () => {
    const order = {
      status: 2,
      subStatus: 'SIBLING_FILLED',
      createTimeTimestamp: sent,
      modifyTimeTimestamp: sent + 9,
      timeline: [
        accepted,
        { ...nothing, kind: 'amended', eventTimestamp: sent + 1, stopPrice: '170.00', quantity: '100' },
        { ...nothing, kind: 'reduced', eventTimestamp: sent + 2, sequence: 4, quantity: '60' },
        { ...nothing, kind: 'triggered', eventTimestamp: sent + 3, sequence: 5, price: '169.90' },
        { ...nothing, kind: 'of a later server', eventTimestamp: sent + 4 },
        { ...nothing, kind: 'ended', eventTimestamp: sent + 5, sequence: 6, reason: 'SIBLING_FILLED' },
      ],
    }
    expect(historyOf(order).map(({ kind }) => kind)).toEqual(['sent', 'amended', 'reduced', 'triggered', 'ended'])
    expect(historyOf(order).at(-1)).toEqual({ kind: 'ended', at: sent + 5, state: 'siblingFilled' })
  })

  test('an order that works has a step still open', () => {
    const order = { status: 0, subStatus: 'WORKING', createTimeTimestamp: sent, modifyTimeTimestamp: sent }
    expect(historyOf(order).at(-1)).toEqual({ kind: 'waiting', state: 'working', stopPrice: null })
  })

  test.each([
    [{ status: 2, subStatus: 'CANCELLED', reason: 'NO_LIQUIDITY' }, 'noLiquidity'],
    [{ status: 2, subStatus: 'EXPIRED' }, 'expired'],
    [{ status: 2, subStatus: 'CANCELLED', reason: 'CANCELLED' }, 'cancelled'],
    [{ status: 3, subStatus: 'PARTIAL' }, 'partial'],
    [{ status: 0, subStatus: 'SOMETHING_NEW' }, 'working'],
    [{ status: 9, subStatus: 'SOMETHING_NEW' }, null],
  ] as const)('%j reads as %s', (fields, state) => {
    expect(orderStateOf(fields)).toBe(state)
  })
})
