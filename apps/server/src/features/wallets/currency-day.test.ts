import { scaled } from '@rueda/rules/decimal.ts'
import { emptyWallet } from '@rueda/rules/wallets/wallet.ts'
import { describe, expect, it } from 'vitest'
import { resultOfCurrencies } from './currency-day.ts'

/** A dollar was 1,000.00 ARS at the last close and is 1,250.00 now. */
const venue = { fxMid: () => ({ mid: scaled('1250'), previous: scaled('1000'), at: 0 }) }
const unknown = { fxMid: () => null }
const withPesos = (minor: bigint) => [
  { ...emptyWallet('BALANCE'), cash: minor },
  { ...emptyWallet('STOCK'), cash: 5_000n },
]

describe('what a day has brought over money in other currencies', () => {
  it('what was there when it began has moved with its rate: 1,000.00 → 800.00 dollars', () =>
    expect(resultOfCurrencies(venue, withPesos(100_000_000n), new Map())).toBe(-20_000n))

  it('what came in since has not moved', () =>
    expect(resultOfCurrencies(venue, withPesos(100_000_000n), new Map([['ARS', { own: 100_000_000n, desk: 0n }]]))).toBe(0n))

  it('an exchange of the day cost its distance from the mid: 100.00 dollars for 124,375.00 ARS, worth 99.50', () => {
    const day = new Map([
      ['USD', { own: -10_000n, desk: 10_000n }],
      ['ARS', { own: 12_437_500n, desk: -12_437_500n }],
    ])
    expect(resultOfCurrencies(venue, withPesos(12_437_500n), day)).toBe(-50n)
  })

  it('without a rate nothing is made up', () => expect(resultOfCurrencies(unknown, withPesos(100_000_000n), new Map())).toBe(0n))
})
