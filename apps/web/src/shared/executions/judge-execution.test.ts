import { describe, expect, it } from 'vitest'
import { earlyFacts, judgeExecutions, shownOn, toneOf } from './judge-execution.ts'

/** What is found of an order's executions (`docs/rules/proof.md` P.43). */
const AT = Date.UTC(2026, 10, 19, 15)
const fill = (sequence: number, price: string, more: object = {}) => ({
  ...{ sequence, price, quantity: '3', amount: '547.11', fee: '1.00', tradeTimestamp: AT + sequence, instrument: 'US:ARDV' },
  ...{ tradeDate: '2026-11-19', isResting: 0 as const, ...more },
})
const order = { direction: 0, price: '182.40', createTimeTimestamp: AT, timeline: [] }
const quote = { bid: '182.35', ask: '182.38', last: '182.37' }

describe('before the day is over', () => {
  it('a price is held to the limit, on either side', () => {
    const within = (direction: number, price: string) => earlyFacts({ ...order, direction }, [fill(1, price)], null).isWithinLimit
    expect([within(0, '182.40'), within(0, '182.41')]).toEqual([true, false])
    expect([within(1, '182.40'), within(1, '182.39')]).toEqual([true, false])
    expect(earlyFacts({ ...order, price: null }, [fill(1, '999')], null).isWithinLimit).toBeNull()
  })

  it('nothing is said of a limit that was another before', () => {
    const line = { kind: 'amended', eventTimestamp: AT, sequence: null, price: '182.40', stopPrice: null, quantity: null, reason: null }
    expect(earlyFacts({ ...order, timeline: [line] }, [fill(1, '182.41')], null).isWithinLimit).toBeNull()
  })

  it('numbers follow the times', () => {
    const later = fill(2, '182.37')
    expect(earlyFacts(order, [later, fill(1, '182.37')], null).areNumbersInOrder).toBe(true)
    expect(earlyFacts(order, [later, fill(3, '182.37', { tradeTimestamp: AT })], null).areNumbersInOrder).toBe(false)
  })

  it('what was taken at once is held to the signed quote, and what rested is not', () => {
    const isWithin = (price: string, more: object = {}) => earlyFacts(order, [fill(1, price, more)], quote).quote?.isWithin
    expect([isWithin('182.38'), isWithin('182.35'), isWithin('182.39'), isWithin('182.34')]).toEqual([true, true, false, false])
    expect(isWithin('182.30', { isResting: 1 })).toBeNull()
    expect(isWithin('182.30', { tradeTimestamp: AT + 5_000 })).toBeNull()
    expect(earlyFacts(order, [fill(1, '182.38')], null).quote).toBeNull()
  })
})

describe('the executions of a day', () => {
  it('are those of its date, by their numbers, in units of 10^-8', () => {
    const fills = [fill(9, '182.38'), fill(7, '182.3725', { isResting: 1 }), fill(8, '1', { tradeDate: '2026-11-20' })]
    expect(shownOn(fills, '2026-11-19')).toEqual([
      { at: AT + 7, price: 18_237_250_000n, quantity: 300_000_000n, resting: true },
      { at: AT + 9, price: 18_238_000_000n, quantity: 300_000_000n, resting: false },
    ])
  })

  it('are held to the tape before the rerun', () => {
    const [one] = shownOn([fill(1, '182.38')], '2026-11-19')
    if (one === undefined) throw new Error('there is one')
    const other = { ...one, price: one.price + 1n }
    expect(judgeExecutions({ shown: [one], taped: [one], rerun: [one] }).verdict).toBe('same')
    expect(judgeExecutions({ shown: [one], taped: [one], rerun: null }).verdict).toBe('same')
    expect(judgeExecutions({ shown: [other], taped: [one], rerun: [one] }).verdict).toBe('changed')
    expect(judgeExecutions({ shown: [one], taped: [], rerun: [] }).verdict).toBe('changed')
    expect(judgeExecutions({ shown: [other], taped: [other], rerun: [one] }).verdict).toBe('unfounded')
  })

  it('are bad only where something is against them', () => {
    expect([toneOf('same'), toneOf('missing'), toneOf('early'), toneOf('otherEngine')]).toEqual(['good', 'open', 'open', 'open'])
    expect([toneOf('tapeChanged'), toneOf('notInTape'), toneOf('changed'), toneOf('unfounded')]).toEqual(['bad', 'bad', 'bad', 'bad'])
  })
})
