import { describe, expect, it } from 'vitest'
import { type BookOrder, type Fill, OrderBook } from './book.ts'
import { stateHash } from './state-hash.ts'

const order = (id: string, side: 'buy' | 'sell', price: number, quantity: number, more: Partial<BookOrder> = {}): BookOrder => ({
  id,
  accountId: `account of ${id}`,
  side,
  kind: 'limit',
  price,
  quantity,
  ...more,
})

function book(...orders: BookOrder[]): OrderBook {
  const made = new OrderBook()
  for (const each of orders) made.add(each, [])
  return made
}

function add(made: OrderBook, incoming: BookOrder) {
  const fills: Fill[] = []
  const outcome = made.add(incoming, fills)
  return { outcome, fills: fills.map((fill) => `${fill.quantity} @ ${fill.price} from ${fill.resting?.id ?? 'outside'}`) }
}

describe('a limit order', () => {
  it('rests where nothing crosses it', () => {
    expect(add(book(order('s', 'sell', 101, 5)), order('b', 'buy', 100, 5))).toEqual({ outcome: 'resting', fills: [] })
  })

  it('takes the better price first and gets the resting price', () => {
    const made = book(order('s102', 'sell', 102, 5), order('s101', 'sell', 101, 5))
    expect(add(made, order('b', 'buy', 105, 7))).toEqual({ outcome: 'filled', fills: ['5 @ 101 from s101', '2 @ 102 from s102'] })
  })

  it('takes the earlier order first at one price', () => {
    const made = book(order('first', 'buy', 100, 3), order('second', 'buy', 100, 3))
    expect(add(made, order('s', 'sell', 100, 4)).fills).toEqual(['3 @ 100 from first', '1 @ 100 from second'])
  })

  it('rests what is left after its fills, and the book is not crossed', () => {
    const made = book(order('s', 'sell', 100, 2))
    expect(add(made, order('b', 'buy', 100, 5)).outcome).toBe('resting')
    expect(made.get('b')?.remaining).toBe(3)
    expect(made.best('sell')).toBeNull()
  })
})

describe('orders that do not rest', () => {
  it('an IOC order drops what is left', () => {
    const made = book(order('s', 'sell', 100, 2))
    expect(add(made, order('b', 'buy', 100, 5, { kind: 'ioc' }))).toEqual({ outcome: 'no-liquidity', fills: ['2 @ 100 from s'] })
    expect(made.size).toBe(0)
  })

  it('a FOK order fills whole or not at all', () => {
    const made = book(order('s', 'sell', 100, 2), order('t', 'sell', 101, 2))
    expect(add(made, order('a', 'buy', 100, 3, { kind: 'fok' }))).toEqual({ outcome: 'no-liquidity', fills: [] })
    expect(add(made, order('b', 'buy', 101, 3, { kind: 'fok' })).outcome).toBe('filled')
  })

  it('a market order takes any price and never rests', () => {
    const made = book(order('s', 'sell', 1_000_000, 2))
    expect(add(made, order('b', 'buy', 0, 3, { kind: 'market' }))).toEqual({ outcome: 'no-liquidity', fills: ['2 @ 1000000 from s'] })
    expect(add(made, order('c', 'sell', 0, 3, { kind: 'market' }))).toEqual({ outcome: 'no-liquidity', fills: [] })
  })
})

describe('orders of one account', () => {
  const own = { accountId: 'one' }

  it('never trade with each other: the incoming one ends where it would meet the resting one', () => {
    const made = book(order('other', 'sell', 100, 2), order('mine', 'sell', 101, 2, own))
    expect(add(made, order('b', 'buy', 102, 5, own))).toEqual({ outcome: 'self-trade', fills: ['2 @ 100 from other'] })
    expect(made.get('mine')?.remaining).toBe(2)
  })

  it('a FOK order that would need its own account fills nothing', () => {
    const made = book(order('other', 'sell', 100, 2), order('mine', 'sell', 101, 2, own))
    expect(add(made, order('b', 'buy', 102, 3, { ...own, kind: 'fok' }))).toEqual({ outcome: 'self-trade', fills: [] })
    expect(add(made, order('c', 'buy', 102, 2, { ...own, kind: 'fok' })).outcome).toBe('filled')
  })
})

describe('changes of a resting order', () => {
  it('a cancelled order is gone, and so is its empty level', () => {
    const made = book(order('b', 'buy', 100, 3), order('c', 'buy', 99, 3))
    expect(made.cancel('b')).toBe(true)
    expect(made.cancel('b')).toBe(false)
    expect(made.best('buy')?.price).toBe(99)
  })

  it('a lower quantity keeps the place; a higher one is not a reduction', () => {
    const made = book(order('first', 'buy', 100, 5), order('second', 'buy', 100, 5))
    expect(made.reduce('first', 2)).toBe(true)
    expect(made.reduce('first', 3)).toBe(false)
    expect(add(made, order('s', 'sell', 100, 3)).fills).toEqual(['2 @ 100 from first', '1 @ 100 from second'])
  })

  it('an id rests once', () => {
    const made = book(order('b', 'buy', 100, 5))
    expect(add(made, order('b', 'buy', 101, 5)).outcome).toBe('duplicate')
  })
})

describe('the fingerprint', () => {
  it('sees priority, price and quantity, not how the book came to be', () => {
    const direct = book(order('a', 'buy', 100, 5), order('b', 'buy', 100, 5))
    const detour = book(order('a', 'buy', 100, 5), order('x', 'sell', 101, 9), order('b', 'buy', 100, 6))
    detour.cancel('x')
    detour.reduce('b', 5)
    expect(stateHash(detour)).toBe(stateHash(direct))
    const swapped = book(order('b', 'buy', 100, 5), order('a', 'buy', 100, 5))
    expect(stateHash(swapped)).not.toBe(stateHash(direct))
    direct.reduce('a', 4)
    expect(stateHash(detour)).not.toBe(stateHash(direct))
  })
})
