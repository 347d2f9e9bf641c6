import { describe, expect, it } from 'vitest'
import { type AuctionOrder, callAuction } from './call-auction.ts'

const bid = (quantity: number, price: number, market = false): AuctionOrder => ({ side: 'buy', market, price, quantity })
const ask = (quantity: number, price: number, market = false): AuctionOrder => ({ side: 'sell', market, price, quantity })
const ANYWHERE = { low: 0, high: 1_000 }
const price = (orders: readonly AuctionOrder[], reference: number, collar = ANYWHERE) => callAuction(orders, { reference, collar })?.price
const shares = (orders: readonly AuctionOrder[], side: 'buy' | 'sell', reference: number) => {
  const result = callAuction(orders, { reference, collar: ANYWHERE })
  return orders.filter((order) => order.side === side).map((order) => result?.fills.get(order) ?? 0)
}

describe('the call auction', () => {
  // Prices in tenths: 10.2 is 102. By price 150, 350, 300 and 100 could trade at 9.9, 10.0, 10.1 and 10.2.
  const book = [bid(100, 102), bid(200, 101), bid(300, 100), ask(150, 99), ask(200, 100), ask(100, 101)]

  it('trades 350 at 10.0: bids 100@10.2, 200@10.1, 300@10.0 against asks 150@9.9, 200@10.0, 100@10.1', () => {
    const result = callAuction(book, { reference: 100, collar: ANYWHERE })
    expect(result?.price).toBe(100)
    expect(result?.volume).toBe(350)
    expect(shares(book, 'buy', 100)).toEqual([100, 200, 50])
    expect(shares(book, 'sell', 100)).toEqual([150, 200, 0])
  })

  it('has no price where nobody would trade', () => {
    expect(price([bid(100, 99), ask(100, 100)], 100)).toBeUndefined()
    expect(price([bid(100, 99)], 100)).toBeUndefined()
  })

  it('prefers the smaller imbalance among prices of equal volume', () => {
    // 100 trade at 101 (surplus 0) and at 100 (surplus 50).
    expect(price([bid(100, 101), bid(50, 100), ask(100, 100)], 100)).toBe(101)
  })

  it('then the price closest to the reference', () => {
    const crossed = [bid(100, 105), ask(100, 101)]
    expect(price(crossed, 104)).toBe(105)
    expect(price(crossed, 102)).toBe(101)
  })

  it('then the higher price when there is more to buy, else the lower one', () => {
    expect(price([bid(150, 104), ask(100, 102)], 103)).toBe(104)
    expect(price([bid(100, 104), ask(150, 102)], 103)).toBe(102)
    expect(price([bid(100, 104), ask(100, 102)], 103)).toBe(102)
  })

  it('has no price outside its collar: who would trade beyond it trades at its edge, and nobody where nobody reaches it', () => {
    const collar = { low: 95, high: 105 }
    expect(price([bid(100, 130), ask(100, 120)], 100, collar)).toBeUndefined()
    expect(price([bid(100, 130), ask(100, 104)], 100, collar)).toBe(104)
    expect(price([bid(100, 96), ask(100, 70)], 100, collar)).toBe(96)
    expect(price([bid(100, 130), ask(100, 70)], 100, collar)).toBe(95)
    expect(price([bid(150, 130), ask(100, 70)], 100, collar)).toBe(105)
  })

  it('fills market orders before better prices and earlier times', () => {
    const orders = [bid(100, 105), bid(100, 102, true), ask(120, 100)]
    expect(shares(orders, 'buy', 102)).toEqual([20, 100])
  })

  it('fills the earlier order first at one price', () => {
    const orders = [bid(100, 100), bid(100, 100), ask(150, 100)]
    expect(shares(orders, 'buy', 100)).toEqual([100, 50])
  })
})
