import type { QuoteFrame } from '@rueda/contract/push-frames.ts'
import { STALE_AFTER_MS } from '@rueda/rules/markets/stale.ts'
import { describe, expect, it, vi } from 'vitest'
import { makeLiveStore } from './live-store.ts'
import { type LiveTrade, freshnessOf, newestTrades, withLive, withNewestBar } from './live.ts'

const trade = (sequence: number): LiveTrade => ({ price: '182.41', qty: '10', direction: 0, tradeTimestamp: 1_000 + sequence, sequence })

describe('the store of live values', () => {
  it('tells each listener once in a frame, however many ticks came, and shows the last one', () => {
    const frames: (() => void)[] = []
    const store = makeLiveStore<string>((run) => frames.push(run))
    const ardv = vi.fn<() => void>()
    const brbf = vi.fn<() => void>()
    store.subscribe('US:ARDV', ardv)
    store.subscribe('US:BRBF', brbf)
    for (const price of ['182.40', '182.41', '182.42']) store.set('US:ARDV', price)
    expect(store.get('US:ARDV')).toBeUndefined()
    expect(store.newest('US:ARDV')).toBe('182.42')
    expect(frames).toHaveLength(1)
    frames[0]?.()
    expect(store.get('US:ARDV')).toBe('182.42')
    expect(ardv).toHaveBeenCalledOnce()
    expect(brbf).not.toHaveBeenCalled()
  })

  it('forgets a listener that has left', () => {
    const frames: (() => void)[] = []
    const store = makeLiveStore<string>((run) => frames.push(run))
    const listener = vi.fn<() => void>()
    store.subscribe('US:ARDV', listener)()
    store.set('US:ARDV', '1')
    frames[0]?.()
    expect(listener).not.toHaveBeenCalled()
  })
})

describe('trades', () => {
  it('stand newest first, each once, twenty at most', () => {
    expect(newestTrades([trade(3), trade(2)], [trade(2), trade(1)]).map(({ sequence }) => sequence)).toEqual([3, 2, 1])
    const many = Array.from({ length: 30 }, (_, at) => trade(at))
    expect(
      newestTrades(many, [])
        .map(({ sequence }) => sequence)
        .slice(0, 2),
    ).toEqual([29, 28])
    expect(newestTrades(many, [])).toHaveLength(20)
  })
})

describe('bars', () => {
  const bar = (timestamp: number, close: string) => ({ timestamp, open: '1', high: '1', low: '1', close, volume: '0', turnover: '0' })
  it('keep every one that was heard, the same time once, in order', () => {
    const heard = [bar(1, '10'), bar(2, '11')]
    expect(withNewestBar(heard, bar(2, '12')).map(({ close }) => close)).toEqual(['10', '12'])
    expect(withNewestBar(heard, bar(3, '13'))).toHaveLength(3)
    expect(withNewestBar(heard, bar(1, '9')).map(({ close }) => close)).toEqual(['9', '11'])
  })
})

describe('how fresh a quote is', () => {
  const quote = { market: 'US', tradeStatus: 'OPEN', updateTimeTimestamp: 0, venue: 'SIM' } as const
  it.each([
    [{ ...quote }, STALE_AFTER_MS, false, 'live'],
    [{ ...quote }, STALE_AFTER_MS + 1, false, 'stale'],
    [{ ...quote, tradeStatus: 'PRE' as const }, 60_000, false, 'live'],
    [{ ...quote, venue: 'REPLAY' }, 60_001, false, 'live'],
    [{ ...quote, venue: 'REPLAY' }, 180_001, false, 'stale'],
    [{ ...quote, tradeStatus: 'CLOSED' as const }, 900_000, false, 'closed'],
    [{ ...quote, tradeStatus: 'POST' as const }, 60_001, false, 'stale'],
    [{ ...quote, tradeStatus: 'POST' as const, market: 'TW' }, 60_001, false, 'closed'],
    [{ ...quote, tradeStatus: 'HALT' as const }, 900_000, false, 'halted'],
    [{ ...quote }, 0, true, 'offline'],
  ])('%o at %i ms, offline %s: %s', (aged, now, offline, expected) => {
    expect(freshnessOf(aged, now, offline)).toBe(expected)
  })
})

describe('a quote that was read', () => {
  const read = { code: 'US:ARDV', name: 'Aurora Devices', price_nominal: '182.40', tradeStatus: 'OPEN', updateTimeTimestamp: 100 }
  const live = { code: 'US:ARDV', price_nominal: '182.50', tradeStatus: 'OPEN', updateTimeTimestamp: 101 }
  it('takes newer prices and keeps its own after a later poll', () => {
    const merge = (updateTimeTimestamp: number) =>
      withLive(read as Parameters<typeof withLive>[0], { ...live, updateTimeTimestamp } as QuoteFrame).price_nominal
    expect(merge(101)).toBe('182.50')
    expect(merge(99)).toBe('182.40')
  })
})
