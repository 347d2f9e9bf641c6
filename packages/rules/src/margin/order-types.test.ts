import { describe, expect, it } from 'vitest'
import { scaled } from '../decimal.ts'
import { endExits } from '../orders/end-exits.ts'
import { NOW, TODAY } from '../testing/us.ts'
import { postings } from '../testing/life.ts'
import { MarginLife } from '../testing/margin-life.ts'
import { EURUSD, SCL, SES } from '../testing/margin.ts'
import { orderKind, orderEventKind } from '../orders/records.ts'
import { marginPositionKind } from './records.ts'

/** Stops, trails, brackets and pairs on margin (rule book D.1, D.3, O.3, O.4). */
const future = (): MarginLife => new MarginLife(SES, 5_000_000n, '5010.25')
const pair = (): MarginLife => new MarginLife(EURUSD, 1_000_000n, '1.0845')
const close = { margin: { action: 'close', positionId: 'position-1' }, side: 'sell' } as const

describe('a stop that opens', () => {
  it('of a future holds its margin and both fees; what is left of them comes back with the fill', () => {
    const life = future()
    expect(postings(life.place({ type: 'stop', stopPrice: scaled('5020.00'), quantity: scaled('2') }))).toEqual([
      'J30 U:FUTURE:CASH -30004.80',
      'J30 U:FUTURE:HOLD 30004.80',
    ])
    // Two percent above the stop, on the grid.
    expect(life.order('order-1')).toMatchObject({ status: 'held', worstPrice: scaled('5120.50') })
    life.trigger('order-1', '5020.25')
    // 5020.25 × 1.02 is beyond what was held for.
    expect(life.order('order-1')).toMatchObject({ status: 'working', worstPrice: scaled('5120.50') })
    expect(postings(life.fill('order-1', '2', '5020.50'))).toEqual([
      'J40 U:FUTURE:HOLD -30002.40',
      'J40 U:FUTURE:MARGIN:position-1 30000.00',
      'J40 H:FEE:COMMISSION:USD 2.40',
      'J31 U:FUTURE:HOLD -2.40',
      'J31 U:FUTURE:CASH 2.40',
    ])
    expect(life.wallet).toEqual({ cash: '19997.60', hold: '0.00', margin: '30000.00' })
  })

  it('of a pair holds margin at its stop and two percent', () => {
    const life = pair()
    // 1.0900 × 1.02 = 1.1118; 100 000 of it with 30: 3 706.00.
    life.place({ type: 'stop', stopPrice: scaled('1.0900'), leverage: 30 })
    expect(life.wallet).toEqual({ cash: '6294.00', hold: '3706.00', margin: '0.00' })
    life.trigger('order-1', '1.0900')
    // 1.0900 and the collar of half a percent.
    expect(life.order('order-1').worstPrice).toBe(scaled('1.09545'))
    life.fill('order-1', '1', '1.0901')
    expect(life.wallet).toEqual({ cash: '6366.33', hold: '0.00', margin: '3633.67' })
  })

  it('that sells short is held for at the market, which is above its stop', () => {
    const life = pair()
    life.place({ type: 'stop', side: 'sell', stopPrice: scaled('1.0800'), leverage: 30 })
    expect(life.wallet.hold).toBe('3615.00')
    expect(life.order('order-1').worstPrice).toBe(scaled('1.0746'))
  })

  it('with a limit holds at the limit', () => {
    const life = pair()
    life.place({ type: 'stopLimit', stopPrice: scaled('1.0900'), limitPrice: scaled('1.0905'), leverage: 30 })
    expect(life.wallet.hold).toBe('3635.00')
  })

  it('below zero lies two percent of its size above its stop', () => {
    const life = new MarginLife(SCL, 5_000_000n, '-11.00')
    life.place({ type: 'stop', stopPrice: scaled('-10.00') })
    expect(life.order('order-1').worstPrice).toBe(scaled('-9.80'))
  })

  it('and trails follows the best price and never loosens, below zero too', () => {
    const life = new MarginLife(SCL, 5_000_000n, '-10.00')
    life.place({ type: 'trailing', trailPercent: scaled('10') })
    expect(life.order('order-1')).toMatchObject({ trailBest: scaled('-10.00'), stopPrice: scaled('-9.00') })
    life.trail('order-1', '-12.00')
    expect(life.order('order-1').stopPrice).toBe(scaled('-10.80'))
    life.trail('order-1', '-11.00')
    expect(life.order('order-1').stopPrice).toBe(scaled('-10.80'))
  })
})

describe('a bracket on margin', () => {
  const BRACKET = { limitPrice: scaled('5010.25'), quantity: scaled('2'), takeProfit: scaled('5040.00'), stopLoss: scaled('4995.00') }

  it('closes what each fill has opened; both exits grow, and hold it once', () => {
    const life = future()
    life.place(BRACKET)
    life.fill('order-1', '1', '5010.25')
    expect(life.order('profit-1')).toMatchObject({
      side: 'sell',
      type: 'limit',
      limitPrice: scaled('5040.00'),
      margin: { action: 'close', positionId: 'position-1', reason: 'CUSTOMER' },
      heldQuantity: scaled('1'),
      heldCash: 0n,
      parentId: 'order-1',
    })
    expect(life.order('loss-1')).toMatchObject({ side: 'sell', type: 'stop', status: 'held', heldQuantity: 0n, siblingId: 'profit-1' })
    expect(life.position).toEqual({ quantity: scaled('1'), available: 0n })
    const second = life.fill('order-1', '1', '5010.00')
    expect(orderEventKind.in(second)).toMatchObject([
      { orderId: 'profit-1', kind: 'grown', quantity: scaled('2') },
      { orderId: 'loss-1', kind: 'grown', quantity: scaled('2') },
    ])
    expect(life.position).toEqual({ quantity: scaled('2'), available: 0n })
    expect(life.wallet).toEqual({ cash: '19997.60', hold: '0.00', margin: '30000.00' })
  })

  it('stopped out closes the position with its loss, takes no second margin, and ends the limit', () => {
    const life = future()
    life.place(BRACKET)
    life.fill('order-1', '2', '5010.25')
    life.trigger('loss-1', '4994.75')
    // (4994.50 − 5010.25) × 50 × 2 = −1 575.00; a fee of 2.40.
    expect(postings(life.fill('loss-1', '2', '4994.50'))).toEqual([
      'J42 U:FUTURE:MARGIN:position-1 -30000.00',
      'J42 H:MKT:SIM:USD 1575.00',
      'J42 H:FEE:COMMISSION:USD 2.40',
      'J42 U:FUTURE:CASH 28422.60',
    ])
    expect(life.order('profit-1')).toMatchObject({ status: 'cancelled', endReason: 'SIBLING_FILLED', heldQuantity: 0n })
    expect(life.wallet).toEqual({ cash: '48420.20', hold: '0.00', margin: '0.00' })
    expect(life.books.openOrders).toBe(0)
  })

  it('a part filled of one is taken off the other', () => {
    const life = future()
    life.place(BRACKET)
    life.fill('order-1', '2', '5010.25')
    expect(orderEventKind.in(life.fill('profit-1', '1', '5040.00'))).toMatchObject([
      { orderId: 'loss-1', kind: 'reduced', quantity: scaled('1') },
    ])
    expect(life.position).toEqual({ quantity: scaled('1'), available: 0n })
    life.trigger('loss-1', '4995.00')
    life.fill('loss-1', '1', '4995.00')
    expect(life.position).toEqual({ quantity: 0n, available: 0n })
  })

  it('of a short has its profit below and its loss above', () => {
    const life = future()
    life.place({ ...BRACKET, side: 'sell', takeProfit: scaled('4995.00'), stopLoss: scaled('5040.00') })
    life.fill('order-1', '2', '5010.25')
    expect(life.order('profit-1')).toMatchObject({ side: 'buy', limitPrice: scaled('4995.00') })
    expect(life.order('loss-1')).toMatchObject({ side: 'buy', stopPrice: scaled('5040.00'), worstPrice: scaled('5140.75') })
    life.fill('profit-1', '2', '4995.00')
    expect(life.wallet.cash).toBe('51520.20')
  })

  it('ends with a position that is closed some other way, and its quantity comes free', () => {
    const life = future()
    life.place(BRACKET)
    life.fill('order-1', '2', '5010.25')
    const { state, outcome } = endExits(life.books, ['profit-1', 'loss-1'], TODAY, NOW)
    expect(outcome.entries).toEqual([])
    expect(orderKind.in(outcome)).toMatchObject([{ endReason: 'POSITION_CLOSED' }, { endReason: 'POSITION_CLOSED' }])
    expect(marginPositionKind.of(state).get('position-1')).toMatchObject({ quantity: scaled('2'), held: 0n })
  })

  it('whose exits the customer has cancelled makes no new ones', () => {
    const life = future()
    life.place(BRACKET)
    life.fill('order-1', '1', '5010.25')
    life.end('profit-1')
    expect(life.position.available).toBe(0n)
    life.end('loss-1')
    expect(life.position.available).toBe(scaled('1'))
    life.fill('order-1', '1', '5010.25')
    expect(life.position).toEqual({ quantity: scaled('2'), available: scaled('2') })
  })
})

describe('two orders to close a position', () => {
  it('are a limit and a stop that hold its quantity once', () => {
    const life = pair()
    life.place({ limitPrice: scaled('1.0845'), leverage: 30 })
    life.fill('order-1', '1', '1.0845')
    expect(life.place({ id: 'limit', ...close, limitPrice: scaled('1.0900'), stopLoss: scaled('1.0800') }).entries).toEqual([])
    expect(life.order('limit')).toMatchObject({ status: 'working', siblingId: 'second', heldQuantity: scaled('1') })
    expect(life.order('second')).toMatchObject({ status: 'held', stopPrice: scaled('1.0800'), siblingId: 'limit', heldQuantity: 0n })
    life.end('limit')
    expect(life.order('second').heldQuantity).toBe(scaled('1'))
    life.trigger('second', '1.0799')
    life.fill('second', '1', '1.0798')
    expect(life.wallet).toEqual({ cash: '9530.00', hold: '0.00', margin: '0.00' })
  })
})

describe('what is refused', () => {
  it.each([
    ['parameter.missing', { type: 'stop' }],
    ['parameter.invalid', { type: 'stop', stopPrice: 0n }],
    ['price.tick', { type: 'stop', stopPrice: scaled('1.090005') }],
    ['price.outside_band', { type: 'stop', stopPrice: scaled('1.0845') }],
    ['price.outside_band', { type: 'stop', side: 'sell', stopPrice: scaled('1.0845') }],
    ['parameter.missing', { type: 'trailing' }],
    ['order.type_unsupported', { type: 'stop', stopPrice: scaled('1.09'), timeInForce: 'IOC' }],
    ['price.outside_band', { limitPrice: scaled('1.0845'), takeProfit: scaled('1.0845') }],
    ['price.outside_band', { limitPrice: scaled('1.0845'), side: 'sell', takeProfit: scaled('1.0900') }],
    ['price.outside_band', { limitPrice: scaled('1.0845'), side: 'sell', stopLoss: scaled('1.0800') }],
    ['parameter.invalid', { limitPrice: scaled('1.0845'), side: 'sell', takeProfit: scaled('-1') }],
    ['parameter.invalid', { ...close, limitPrice: scaled('1.0900'), takeProfit: scaled('1.0950') }],
    ['parameter.invalid', { ...close, type: 'market', stopLoss: scaled('1.0800') }],
    ['price.outside_band', { ...close, limitPrice: scaled('1.0900'), stopLoss: scaled('1.0900') }],
  ] as const)('%s: %o', (refusal, change) => {
    expect(pair().accept({ leverage: 30, ...change })).toMatchObject({ ok: false, refusal })
  })

  it('a stop that the middle has reached, whatever was traded last', () => {
    const life = pair()
    const market = { last: scaled('1.0800'), bid: scaled('1.0899'), ask: scaled('1.0901'), previousClose: scaled('1.0845') }
    const stop = { type: 'stop', stopPrice: scaled('1.0900'), leverage: 30 } as const
    expect(life.accept(stop, { market })).toMatchObject({ refusal: 'price.outside_band', facts: { low: '1.09001' } })
  })
})
