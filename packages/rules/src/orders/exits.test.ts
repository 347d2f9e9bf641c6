import { describe, expect, it } from 'vitest'
import { scaled } from '../decimal.ts'
import { isBalanced } from '../ledger/entry.ts'
import { Life, postings } from '../testing/life.ts'
import { orderEventKind } from './records.ts'

/** Two orders for the same shares, held once (rule book D.1). */
const BRACKET = { takeProfit: scaled('200.00'), stopLoss: scaled('170.00') } as const

describe('a limit sale with a stop', () => {
  const standing = (): Life => {
    const life = new Life('30000.00')
    life.place()
    life.fill('order-1', '150', '182.37')
    life.place({
      id: 'limit',
      side: 'sell',
      limitPrice: scaled('200.00'),
      stopLoss: scaled('170.00'),
      quantity: scaled('100'),
      second: { id: 'stop', number: 'S2' },
    })
    return life
  }

  it('is two orders that hold the shares once', () => {
    const life = standing()
    expect(life.order('limit')).toMatchObject({ type: 'limit', status: 'working', siblingId: 'stop', heldQuantity: scaled('100') })
    expect(life.order('stop')).toMatchObject({
      type: 'stop',
      status: 'held',
      siblingId: 'limit',
      heldQuantity: 0n,
      stopPrice: scaled('170.00'),
    })
    expect(life.shares).toEqual({ free: '50', held: '100' })
    expect(life.state.openOrders).toBe(2)
  })

  it('a part filled of one is taken off the other, and the last part ends it', () => {
    const life = standing()
    const part = life.fill('limit', '40', '200.00')
    expect(life.order('stop')).toMatchObject({ status: 'held', quantity: scaled('60') })
    expect(orderEventKind.in(part)).toMatchObject([{ orderId: 'stop', kind: 'reduced', quantity: scaled('60') }])

    const rest = life.fill('limit', '60', '200.00')
    expect(life.order('stop')).toMatchObject({ status: 'cancelled', endReason: 'SIBLING_FILLED', filledQuantity: 0n })
    expect(orderEventKind.in(rest)).toMatchObject([{ orderId: 'stop', kind: 'ended', reason: 'SIBLING_FILLED' }])
    expect(life.shares).toEqual({ free: '50', held: '0' })
    expect(life.state.openOrders).toBe(0)
  })

  it('the one without the hold sells out of it all the same', () => {
    const life = standing()
    life.trigger('stop', '169.90')
    expect(postings(life.fill('stop', '30', '169.80')).slice(0, 2)).toEqual(['J33 U:SECHOLD:US:ARDV -30', 'J33 H:SETTLESEC:US:ARDV 30'])
    expect(life.order('stop')).toMatchObject({ heldQuantity: scaled('70') })
    expect(life.order('limit')).toMatchObject({ quantity: scaled('70'), heldQuantity: 0n })
    life.end('stop', 'NO_LIQUIDITY')
    expect(life.order('limit')).toMatchObject({ status: 'working', heldQuantity: scaled('70') })
    expect(life.shares).toEqual({ free: '50', held: '70' })
  })

  it('cancelling one leaves the other with the shares, cancelling both gives them back', () => {
    const life = standing()
    expect(postings(life.end('limit'))).toEqual([])
    expect(life.order('stop')).toMatchObject({ status: 'held', heldQuantity: scaled('100') })
    expect(postings(life.end('stop'))).toEqual(['J31 U:SECHOLD:US:ARDV -100', 'J31 U:SEC:US:ARDV 100'])
    expect(life.shares).toEqual({ free: '150', held: '0' })
  })
})

describe('a purchase with a take-profit and a stop-loss', () => {
  it('puts what each fill brings on sale at once, and both exits grow', () => {
    const life = new Life('30000.00')
    life.place(BRACKET)
    const first = life.fill('order-1', '100', '182.30')
    expect(first.entries.every(({ lines }) => isBalanced(lines))).toBe(true)
    expect(postings(first).slice(-2)).toEqual(['J30 U:SEC:US:ARDV -100', 'J30 U:SECHOLD:US:ARDV 100'])
    expect(life.order('profit-1')).toMatchObject({
      side: 'sell',
      type: 'limit',
      limitPrice: scaled('200.00'),
      timeInForce: 'GTC',
      status: 'working',
    })
    expect(life.order('loss-1')).toMatchObject({
      side: 'sell',
      type: 'stop',
      stopPrice: scaled('170.00'),
      status: 'held',
      parentId: 'order-1',
    })
    expect(life.shares).toEqual({ free: '0', held: '100' })

    const second = life.fill('order-1', '50', '182.37')
    expect(orderEventKind.in(second)).toMatchObject([
      { orderId: 'profit-1', kind: 'grown', quantity: scaled('150'), growth: scaled('50') },
      { orderId: 'loss-1', kind: 'grown', quantity: scaled('150'), growth: scaled('50') },
    ])
    expect(life.order('profit-1')).toMatchObject({ quantity: scaled('150'), heldQuantity: scaled('150') })
    expect(life.stock).toEqual({ cash: '2643.30', hold: '0.00' })
  })

  it('taking the profit closes the position and ends the stop', () => {
    const life = new Life('30000.00')
    life.place(BRACKET)
    life.fill('order-1', '150', '182.37')
    life.fill('profit-1', '150', '200.00')
    expect(life.shares).toBeNull()
    expect(life.order('loss-1')).toMatchObject({ status: 'cancelled', endReason: 'SIBLING_FILLED' })
    expect(life.state.openOrders).toBe(0)
  })

  it('shares that come after the exits were filled get exits of their own', () => {
    const life = new Life('30000.00')
    life.place(BRACKET)
    life.fill('order-1', '100', '182.30')
    life.fill('profit-1', '100', '200.00')
    life.fill('order-1', '50', '182.37')
    expect(life.order('order-1')).toMatchObject({ takeProfitId: 'profit-3', stopLossId: 'loss-3' })
    expect(life.order('profit-3')).toMatchObject({ quantity: scaled('50'), heldQuantity: scaled('50') })
  })

  it('shares that come after the customer cancelled the exits are free', () => {
    const life = new Life('30000.00')
    life.place(BRACKET)
    life.fill('order-1', '100', '182.30')
    life.end('profit-1')
    life.end('loss-1')
    life.fill('order-1', '50', '182.37')
    expect(life.shares).toEqual({ free: '150', held: '0' })
  })

  it('with only a stop-loss has one exit, which holds the shares', () => {
    const life = new Life('30000.00')
    life.place({ stopLoss: scaled('170.00') })
    life.fill('order-1', '150', '182.37')
    expect(life.order('loss-1')).toMatchObject({ siblingId: null, heldQuantity: scaled('150') })
    expect(life.order('order-1')).toMatchObject({ takeProfitId: null, stopLossId: 'loss-1' })
  })
})
