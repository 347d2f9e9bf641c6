import { describe, expect, test } from 'vitest'
import { historyOf } from './history.ts'
import { orderStateOf } from './order-status.ts'

const sent = 1_795_186_800_000
const fill = (sequence: number, price: string, quantity: string) => ({
  price,
  quantity,
  amount: '0',
  fee: '0',
  sequence,
  tradeTimestamp: sent + sequence,
})

describe('the history of an order', () => {
  test('150 at 182.37: 100 filled at 182.30, then 50 at 182.37', () => {
    const order = {
      status: 1,
      subStatus: 'FILLED',
      createTimeTimestamp: sent,
      modifyTimeTimestamp: sent + 9,
      fills: [fill(8, '182.37', '50'), fill(7, '182.30', '100')],
    }
    expect(historyOf(order)).toEqual([
      { kind: 'sent', at: sent },
      { kind: 'fill', at: sent + 7, price: '182.30', quantity: '100', sequence: 7 },
      { kind: 'fill', at: sent + 8, price: '182.37', quantity: '50', sequence: 8 },
      { kind: 'ended', at: sent + 9, state: 'filled' },
    ])
  })

  test('an order that works has a step still open', () => {
    const order = { status: 0, subStatus: 'WORKING', createTimeTimestamp: sent, modifyTimeTimestamp: sent }
    expect(historyOf(order).at(-1)).toEqual({ kind: 'waiting', state: 'working' })
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
