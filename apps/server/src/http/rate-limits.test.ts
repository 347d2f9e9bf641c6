import { contract } from '@rueda/contract/contract.ts'
import { describe, expect, it } from 'vitest'
import { createRateLimits, rateClassOf } from './rate-limits.ts'

function limitsAt() {
  let now = 0
  const limits = createRateLimits(() => now)
  return { limits, pass: (ms: number) => (now += ms) }
}

describe('rate limits', () => {
  it('let ten orders through in a second and the eleventh a tenth of a second later', () => {
    const { limits, pass } = limitsAt()
    const order = () => limits.take({ rateClass: 'orders', accountId: '10002931', address: '203.0.113.7' })
    expect(Array.from({ length: 10 }, order)).toEqual(Array<null>(10).fill(null))
    expect(order()).toBe(100)
    pass(100)
    expect(order()).toBeNull()
  })

  it('let three hundred orders through in a minute once the first burst is used up', () => {
    const { limits, pass } = limitsAt()
    const order = () => limits.take({ rateClass: 'orders', accountId: '10002931', address: '203.0.113.7' })
    const acceptedInOneMinute = () => {
      let accepted = 0
      for (let tenth = 0; tenth < 600; tenth += 1) {
        if (order() === null) accepted += 1
        pass(100)
      }
      return accepted
    }
    acceptedInOneMinute()
    expect(acceptedInOneMinute()).toBe(300)
    expect(acceptedInOneMinute()).toBe(300)
  })

  it('let one address try five logins a minute, and another address five of its own', () => {
    const { limits, pass } = limitsAt()
    const login = (address: string) => limits.take({ rateClass: 'login', accountId: null, address })
    expect(Array.from({ length: 5 }, () => login('203.0.113.7'))).toEqual(Array<null>(5).fill(null))
    expect(login('203.0.113.7')).toBe(12_000)
    expect(login('203.0.113.8')).toBeNull()
    pass(12_000)
    expect(login('203.0.113.7')).toBeNull()
  })

  it('count a customer on every address and leave the others alone', () => {
    const { limits } = limitsAt()
    const ask = (accountId: string, address: string) => limits.take({ rateClass: 'others', accountId, address })
    for (let request = 0; request < 20; request += 1) ask('10002931', `203.0.113.${request}`)
    expect(ask('10002931', '203.0.113.99')).toBe(50)
    expect(ask('10002932', '203.0.113.1')).toBeNull()
  })
})

it('every endpoint has its class', () => {
  expect(rateClassOf(contract.accounts.login)).toBe('login')
  expect(rateClassOf(contract.accounts.sendCode)).toBe('codes')
  expect(rateClassOf(contract.orders.create)).toBe('orders')
  expect(rateClassOf(contract.quotes.top)).toBe('quotes')
  expect(rateClassOf(contract.quotes.taiwan)).toBe('quotes')
  expect(rateClassOf(contract.watchlist.add)).toBe('others')
})
