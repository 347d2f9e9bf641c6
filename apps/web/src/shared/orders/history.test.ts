import { describe, expect, test } from 'vitest'
import { historyOf, withFillsTogether } from './history.ts'
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

  test('an order filled in many parts has them as one step, in few each as its own', () => {
    const filledIn = (count: number) => {
      const fills = Array.from({ length: count }, (_, at) => fill(at + 1, '4.17', '100.5'))
      const order = { status: 1, subStatus: 'FILLED', createTimeTimestamp: sent, modifyTimeTimestamp: sent + 99 }
      return withFillsTogether(historyOf({ ...order, timeline: [accepted, ...fills] }))
    }
    expect(filledIn(11).slice(1, -1)).toEqual([{ kind: 'fills', at: sent + 11, quantity: '1105.5', count: 11 }])
    expect(filledIn(3).map(({ kind }) => kind)).toEqual(['sent', 'fill', 'fill', 'fill', 'ended'])
  })

  test('fills with something between them are not one step', () => {
    const reduced = { ...nothing, kind: 'reduced', eventTimestamp: sent + 3, sequence: 3, quantity: '10' }
    const timeline = [accepted, fill(1, '4.17', '1'), fill(2, '4.17', '1'), reduced, fill(4, '4.17', '1'), fill(5, '4.17', '1')]
    const order = { status: 3, subStatus: 'PARTIAL', createTimeTimestamp: sent, modifyTimeTimestamp: sent + 5, timeline }
    expect(withFillsTogether(historyOf(order))).toEqual(historyOf(order))
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
