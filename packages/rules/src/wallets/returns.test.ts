import { describe, expect, it } from 'vitest'
import { returnsOf } from './returns.ts'

const cents = (dollars: number): bigint => BigInt(Math.round(dollars * 100))
const periods = (...each: readonly (readonly [flow: number, value: number])[]) =>
  each.map(([flow, value]) => ({ flow: cents(flow), value: cents(value) }))

describe('the two returns of an account', () => {
  it('are the same where nothing comes in or goes out', () => {
    expect(returnsOf(cents(1_000), periods([0, 1_100], [0, 1_210]))).toEqual({ timeWeighted: '21.00', moneyWeighted: '21.00' })
  })
  it('differ where money came before a loss: the worked example', () => {
    // 1,000 grow by a tenth, 10,000 more come, and all of it loses a tenth: 11,100 become 9,990.
    const returns = returnsOf(cents(1_000), periods([0, 1_100], [10_000, 9_990]))
    expect(returns.timeWeighted).toBe('-1.00')
    // A loss of 1,010 of 1,000 for the whole time and 10,000 for half of it.
    expect(returns.moneyWeighted).toBe('-16.83')
  })
  it('begin with what the account was opened with', () => {
    expect(returnsOf(0n, periods([100_000, 100_500], [0, 101_000]))).toEqual({ timeWeighted: '1.00', moneyWeighted: '1.00' })
  })
  it('do not count what is paid in or out as gain or loss', () => {
    expect(returnsOf(cents(1_000), periods([500, 1_500], [-1_500, 0]))).toEqual({ timeWeighted: '0.00', moneyWeighted: '0.00' })
  })
  it('are unknown where nothing was invested', () => {
    expect(returnsOf(0n, periods([0, 0]))).toEqual({ timeWeighted: null, moneyWeighted: null })
    expect(returnsOf(0n, [])).toEqual({ timeWeighted: null, moneyWeighted: null })
  })
})
