import { describe, expect, it } from 'vitest'
import { formatScaled, scaled } from '../decimal.ts'
import { Life, postings } from '../testing/life.ts'
import { ARDV, NOW, orderRequest, accountStateWith, usTerms } from '../testing/us.ts'
import { acceptOrder } from './accept.ts'
import { orderMachine } from './order.ts'
import { trailingStop, worstAfterTrigger } from './stops.ts'
import { trailOrder, triggerOrder } from './trigger.ts'
import { orderKind, orderEventKind } from './records.ts'
import { messageKind } from '../messages/records.ts'

/** Given these balances, this order, this trade, then exactly these postings (rule book D.1 to D.3). */
const HUNDRED = scaled('100')
const STOP_BUY = { type: 'stop', limitPrice: null, stopPrice: scaled('190.00'), quantity: HUNDRED } as const

describe('a stop purchase', () => {
  it('is held at stop + 2 %, let go by a trade at its stop, and gives back what it did not need', () => {
    const life = new Life('30000.00')
    expect(postings(life.place(STOP_BUY))).toEqual(['J30 U:STOCK:CASH -19385.81', 'J30 U:STOCK:HOLD 19385.81'])
    expect(life.order('order-1')).toMatchObject({ status: 'held', worstPrice: scaled('193.80') })

    const triggered = life.trigger('order-1', '190.05')
    expect(postings(triggered)).toEqual([])
    expect(messageKind.in(triggered)).toEqual([
      { template: 'order.triggered', facts: { instrument: 'US:ARDV', stop: '190', price: '190.05' }, link: 'order:order-1' },
    ])
    expect(orderEventKind.in(triggered)).toMatchObject([{ kind: 'triggered', price: scaled('190.05'), sequence: 1 }])
    expect(life.order('order-1')).toMatchObject({ status: 'working', worstPrice: scaled('193.80') })

    expect(postings(life.fill('order-1', '100', '190.10')).filter((line) => line.startsWith('J31'))).toEqual([
      'J31 U:STOCK:HOLD -370.11',
      'J31 U:STOCK:CASH 370.11',
    ])
    expect(life.stock).toEqual({ cash: '10984.30', hold: '0.00' })
  })

  it('never costs more than its hold, however far the market has jumped', () => {
    expect(formatScaled(worstAfterTrigger(ARDV, 'buy', scaled('193.80'), scaled('250.00')), 2)).toBe('193.80')
    expect(formatScaled(worstAfterTrigger(ARDV, 'buy', scaled('193.80'), scaled('180.00')), 2)).toBe('189.00')
  })

  it('with a limit is held at its limit and keeps it', () => {
    const life = new Life('30000.00')
    life.place({ ...STOP_BUY, type: 'stopLimit', limitPrice: scaled('190.50') })
    expect(life.stock.hold).toBe('19055.72')
    life.trigger('order-1', '190.00')
    expect(life.order('order-1')).toMatchObject({ status: 'working', worstPrice: scaled('190.50') })
  })

  it('that is cancelled while it is held gives everything back', () => {
    const life = new Life('30000.00')
    life.place(STOP_BUY)
    life.end('order-1')
    expect(life.stock).toEqual({ cash: '30000.00', hold: '0.00' })
  })

  it('waits outside the session too', () => {
    const accepted = acceptOrder(accountStateWith(3_000_000n), orderRequest(STOP_BUY), usTerms({ matching: false }), NOW)
    expect(accepted).toMatchObject({ ok: true, value: { order: { status: 'held' } } })
  })
})

describe('a stop sale', () => {
  it('holds the shares and sells them around the trade that let it go', () => {
    const life = new Life('30000.00')
    life.place()
    life.fill('order-1', '150', '182.37')
    life.place({ id: 'stop', side: 'sell', type: 'stop', limitPrice: null, stopPrice: scaled('175.00'), quantity: HUNDRED })
    expect(life.shares).toEqual({ free: '50', held: '100' })
    life.trigger('stop', '174.20')
    expect(life.order('stop')).toMatchObject({ status: 'working', worstPrice: scaled('165.49') })
    life.fill('stop', '100', '174.10')
    expect(life.shares).toEqual({ free: '50', held: '0' })
  })
})

describe('a trailing sale of 5 %', () => {
  const trailing = (): Life => {
    const life = new Life('30000.00')
    life.place()
    life.fill('order-1', '150', '182.37')
    life.place({ id: 'trail', side: 'sell', type: 'trailing', limitPrice: null, trailPercent: scaled('5'), quantity: HUNDRED })
    return life
  }

  it('begins at the last trade less 5 %', () => {
    expect(trailing().order('trail')).toMatchObject({ status: 'held', trailBest: scaled('182.37'), stopPrice: scaled('173.25') })
  })

  it('follows a better trade and never a worse one', () => {
    const life = trailing()
    life.trail('trail', '190.00')
    expect(life.order('trail')).toMatchObject({ trailBest: scaled('190.00'), stopPrice: scaled('180.50') })
    expect(orderKind.in(life.trail('trail', '185.00'))).toEqual([])
    expect(life.order('trail')).toMatchObject({ trailBest: scaled('190.00'), stopPrice: scaled('180.50') })
  })

  it('follows no more once it is let go', () => {
    const life = trailing()
    life.trigger('trail', '173.00')
    expect(orderKind.in(life.trail('trail', '200.00'))).toEqual([])
  })

  it('stands below the market for a sale and above it for a purchase', () => {
    expect(formatScaled(trailingStop(ARDV, 'sell', scaled('182.37'), scaled('0.5')), 2)).toBe('181.46')
    expect(formatScaled(trailingStop(ARDV, 'buy', scaled('182.37'), scaled('0.5')), 2)).toBe('183.28')
  })
})

describe('a trade that comes too late', () => {
  it.each(Object.keys(orderMachine).filter((status) => status !== 'held'))('changes nothing of an order that is %s', (status) => {
    const life = new Life('30000.00')
    life.place(STOP_BUY)
    const { state } = life
    orderKind.of(state).set('order-1', { ...life.order('order-1'), status: status as 'filled' })
    const trade = { orderId: 'order-1', price: scaled('190.00'), sequence: 7, at: NOW }
    expect(triggerOrder(state, trade, ARDV, NOW)).toEqual({ ok: true, value: { entries: [] } })
    expect(trailOrder(state, trade, ARDV, NOW)).toEqual({ ok: true, value: { entries: [] } })
  })
})
