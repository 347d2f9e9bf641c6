import { describe, expect, it } from 'vitest'
import { formatMinor } from '../money.ts'
import { scaled } from '../decimal.ts'
import { Life, postings } from '../testing/life.ts'
import { NOW, usTerms } from '../testing/us.ts'
import { type Amendment, amendOrder, keepsPlace } from './amend.ts'
import { isWorking, orderMachine } from './order.ts'
import { orderEventKind, orderKind } from './records.ts'

/** 150 at 182.37: a hold of 27 363.71 (rule book D.3). */
const started = (): Life => {
  const life = new Life('30000.00')
  life.place()
  return life
}
const amendment = (change: Omit<Amendment, 'orderId'>): Amendment => ({ orderId: 'order-1', ...change })

describe('an amended purchase', () => {
  it('of fewer shares gives back exactly what they cost', () => {
    const life = started()
    // 100 × 182.37 = 18 237.00 and a fee of 5.47.
    expect(postings(life.amend(amendment({ quantity: scaled('100') })))).toEqual(['J31 U:STOCK:HOLD -9121.24', 'J31 U:STOCK:CASH 9121.24'])
    expect(life.stock).toEqual({ cash: '11757.53', hold: '18242.47' })
  })

  it('at a higher price holds what is missing, and is refused where there is no money for it', () => {
    const life = started()
    // 150 × 185.00 = 27 750.00 and a fee of 8.33.
    expect(postings(life.amend(amendment({ limitPrice: scaled('185.00') })))).toEqual([
      'J30 U:STOCK:CASH -394.62',
      'J30 U:STOCK:HOLD 394.62',
    ])
    expect(amendOrder(life.state, amendment({ limitPrice: scaled('220.00') }), usTerms(), NOW)).toMatchObject({
      refusal: 'wallet.insufficient',
      facts: { available: '2241.67' },
    })
  })

  it('partly filled, amended twice and cancelled holds nothing, and only fills have cost money (H.15)', () => {
    const life = started()
    life.fill('order-1', '100', '182.30')
    life.amend(amendment({ limitPrice: scaled('183.00') }))
    // 18 230.00 filled and 50 × 183.00 = 9 150.00: 27 380.00 with a fee of 8.21, of which 18 235.47 are paid.
    expect(life.stock.hold).toBe('9152.74')
    life.amend(amendment({ quantity: scaled('120'), limitPrice: scaled('181.00') }))
    // 18 230.00 and 20 × 181.00 = 3 620.00: 21 850.00 with a fee of 6.56.
    expect(life.stock.hold).toBe('3621.09')
    life.end('order-1')
    expect(life.stock).toEqual({ cash: '11764.53', hold: '0.00' })
    expect(formatMinor(life.order('order-1').heldCash, 'USD')).toBe('0.00')
  })

  it('partly filled and amended is filled out of what it holds', () => {
    const life = started()
    life.fill('order-1', '100', '182.30')
    life.amend(amendment({ limitPrice: scaled('183.00') }))
    life.fill('order-1', '50', '183.00')
    expect(life.order('order-1')).toMatchObject({ status: 'filled', heldCash: 0n })
    expect(life.stock).toEqual({ cash: '2611.79', hold: '0.00' })
  })

  it('says what it was before, so that earlier fills can be judged', () => {
    const life = started()
    expect(orderEventKind.in(life.amend(amendment({ limitPrice: scaled('181.00') })))).toMatchObject([
      { kind: 'amended', price: scaled('181.00'), quantity: scaled('150'), previousWorst: scaled('182.37') },
    ])
  })

  it('that asks for what is already so moves nothing', () => {
    const life = started()
    expect(life.amend(amendment({ quantity: scaled('150') }))).toEqual({ entries: [] })
  })
})

describe('an amended stop', () => {
  it('is held at its new stop', () => {
    const life = new Life('30000.00')
    life.place({ type: 'stop', limitPrice: null, stopPrice: scaled('190.00'), quantity: scaled('100') })
    life.amend(amendment({ stopPrice: scaled('195.00') }))
    // 100 × 198.90 and a fee of 5.97.
    expect(life.stock.hold).toBe('19895.97')
    expect(life.order('order-1')).toMatchObject({ status: 'held', stopPrice: scaled('195.00'), worstPrice: scaled('198.90') })
  })

  it('of a sale with a limit beside it moves only the stop', () => {
    const life = started()
    life.fill('order-1', '150', '182.37')
    life.place({ id: 'limit', side: 'sell', limitPrice: scaled('200.00'), stopLoss: scaled('170.00'), second: { id: 'stop', number: 'S' } })
    life.amend({ orderId: 'stop', stopPrice: scaled('175.00') })
    expect(life.order('stop')).toMatchObject({ stopPrice: scaled('175.00'), heldQuantity: 0n })
    expect(life.shares).toEqual({ free: '0', held: '150' })
  })
})

describe('two sales of the same shares', () => {
  const standing = (): Life => {
    const life = started()
    life.fill('order-1', '150', '182.37')
    const second = { id: 'stop', number: 'S' }
    life.place({ id: 'limit', side: 'sell', limitPrice: scaled('200.00'), stopLoss: scaled('170.00'), quantity: scaled('100'), second })
    return life
  }

  it.each(['limit', 'stop'])('change their size together, whichever is amended: %s', (orderId) => {
    const life = standing()
    const less = life.amend({ orderId, quantity: scaled('40') })
    expect(postings(less)).toEqual(['J31 U:SECHOLD:US:ARDV -60', 'J31 U:SEC:US:ARDV 60'])
    expect([life.order('limit').quantity, life.order('stop').quantity]).toEqual([scaled('40'), scaled('40')])
    expect(life.order('limit').heldQuantity).toBe(scaled('40'))
    expect(orderEventKind.in(less).map((event) => [event.kind, event.quantity])).toEqual([
      ['amended', scaled('40')],
      ['amended', scaled('40')],
    ])
    expect(postings(life.amend({ orderId, quantity: scaled('150') }))).toEqual(['J30 U:SEC:US:ARDV -110', 'J30 U:SECHOLD:US:ARDV 110'])
    expect(life.shares).toEqual({ free: '0', held: '150' })
  })

  it('of which one is partly filled stay of one size', () => {
    const life = standing()
    life.fill('limit', '30', '200.00')
    life.amend({ orderId: 'stop', quantity: scaled('50') })
    expect(life.order('limit')).toMatchObject({ quantity: scaled('80'), filledQuantity: scaled('30'), heldQuantity: scaled('50') })
    expect(life.shares).toEqual({ free: '70', held: '50' })
    expect(amendOrder(life.state, { orderId: 'limit', quantity: scaled('30') }, usTerms(), NOW)).toMatchObject({
      refusal: 'quantity.below_minimum',
    })
  })
})

describe('an amended sale', () => {
  it('holds and frees shares', () => {
    const life = started()
    life.fill('order-1', '150', '182.37')
    life.place({ id: 'sale', side: 'sell', limitPrice: scaled('200.00'), quantity: scaled('60') })
    expect(postings(life.amend({ orderId: 'sale', quantity: scaled('100') }))).toEqual([
      'J30 U:SEC:US:ARDV -40',
      'J30 U:SECHOLD:US:ARDV 40',
    ])
    expect(postings(life.amend({ orderId: 'sale', quantity: scaled('10') }))).toEqual(['J31 U:SECHOLD:US:ARDV -90', 'J31 U:SEC:US:ARDV 90'])
    expect(amendOrder(life.state, { orderId: 'sale', quantity: scaled('151') }, usTerms(), NOW)).toMatchObject({
      refusal: 'position.insufficient',
    })
  })
})

describe('what cannot be amended', () => {
  it.each([
    ['object.not_found', { orderId: 'nobody' }],
    ['parameter.invalid', amendment({ stopPrice: scaled('190.00') })],
    ['parameter.invalid', amendment({ trailPercent: scaled('5') })],
    ['quantity.step', amendment({ quantity: scaled('1.5') })],
    ['price.tick', amendment({ limitPrice: scaled('182.375') })],
    ['price.outside_band', amendment({ limitPrice: scaled('273.56') })],
    ['order.risk_limit', amendment({ quantity: scaled('3000') })],
  ] as const)('%s', (refusal, change) => {
    expect(amendOrder(started().state, change, usTerms(), NOW)).toMatchObject({ ok: false, refusal })
  })

  it('less than is filled', () => {
    const life = started()
    life.fill('order-1', '100', '182.30')
    expect(amendOrder(life.state, amendment({ quantity: scaled('100') }), usTerms(), NOW)).toMatchObject({
      refusal: 'quantity.below_minimum',
    })
  })

  it.each(Object.keys(orderMachine))('an order that is %s only while it is open', (status) => {
    const life = started()
    const order = { ...life.order('order-1'), status: status as 'filled' }
    const { state } = life
    orderKind.of(state).set(order.id, order)
    const amended = amendOrder(state, amendment({ quantity: scaled('100') }), usTerms(), NOW)
    if (isWorking(order)) expect(amended.ok).toBe(true)
    else expect(amended).toMatchObject({ refusal: 'order.not_cancellable' })
  })
})

it('only less of an order keeps its place', () => {
  const order = started().order('order-1')
  expect(keepsPlace(order, amendment({ quantity: scaled('100') }))).toBe(true)
  expect(keepsPlace(order, amendment({ quantity: scaled('100'), limitPrice: scaled('182.37') }))).toBe(true)
  expect(keepsPlace(order, amendment({ quantity: scaled('100'), limitPrice: scaled('182.36') }))).toBe(false)
  expect(keepsPlace(order, amendment({ quantity: scaled('200') }))).toBe(false)
  expect(keepsPlace(order, amendment({ limitPrice: scaled('182.37') }))).toBe(false)
})
