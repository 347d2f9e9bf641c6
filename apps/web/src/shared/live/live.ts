import type { klineTypes } from '@rueda/contract/codes.ts'
import type { DepthFrame, KlineFrame, QuoteFrame, TradeFrame } from '@rueda/contract/push-frames.ts'
import { type Channel, type ServerFrame, klineArgument } from '@rueda/contract/push-channels.ts'
import type { KlineBar, Quote } from '@rueda/contract/quote-shapes.ts'
import { marketNames } from '@rueda/rules/instruments/instrument.ts'
import { marketFacts } from '@rueda/rules/markets/markets.ts'
import { STALE_AFTER_MS } from '@rueda/rules/markets/stale.ts'
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import { serverNow, subscribeSeconds, useDeviceOnline } from './live-clock.ts'
import { makeLiveStore } from './live-store.ts'
import { push } from './push.ts'

/**
 * Live market data by instrument ("US:ARDV"): hooks that subscribe while a component shows the value, and give null
 * until a first frame has come.
 */

export type KlineType = (typeof klineTypes)[number]
export type LiveTrade = TradeFrame['trades'][number]

const MAX_TRADES = 20
const MAX_BARS = 1_500
const quotes = makeLiveStore<QuoteFrame>()
const depths = makeLiveStore<DepthFrame>()
const trades = makeLiveStore<readonly LiveTrade[]>()
const bars = makeLiveStore<readonly KlineBar[]>()

/** Sorts one frame of the public channels into the stores. */
export function receive(frame: ServerFrame): void {
  if (frame.type !== 'snapshot' && frame.type !== 'update') return
  if (frame.ch === 'quote') for (const quote of frame.data as QuoteFrame[]) quotes.set(quote.code, quote)
  if (frame.ch === 'depth') depths.set((frame.data as DepthFrame).code, frame.data as DepthFrame)
  if (frame.ch === 'trade') receiveTrades(frame.data as TradeFrame, frame.type)
  if (frame.ch === 'kline') {
    const { code, type, item } = frame.data as KlineFrame
    const key = klineArgument(code, type)
    bars.set(key, withNewestBar(bars.newest(key) ?? [], item))
  }
}

function receiveTrades(frame: TradeFrame, type: 'snapshot' | 'update'): void {
  const before = type === 'snapshot' ? [] : (trades.newest(frame.code) ?? [])
  trades.set(frame.code, newestTrades(frame.trades, before))
}

/** Both lists as one: newest first, each trade once. */
export function newestTrades(more: readonly LiveTrade[], before: readonly LiveTrade[]): readonly LiveTrade[] {
  const bySequence = new Map([...before, ...more].map((trade) => [trade.sequence, trade]))
  return [...bySequence.values()].sort((a, b) => b.sequence - a.sequence).slice(0, MAX_TRADES)
}

/** Bars received so far, oldest first: the last one grows until a later one begins. */
export function withNewestBar(heard: readonly KlineBar[], bar: KlineBar): readonly KlineBar[] {
  const earlier = heard.filter(({ timestamp }) => timestamp < bar.timestamp)
  const later = heard.filter(({ timestamp }) => timestamp > bar.timestamp)
  return [...earlier, bar, ...later].slice(-MAX_BARS)
}

push.onFrame(receive)

type Store<Value> = ReturnType<typeof makeLiveStore<Value>>

function useLive<Value>(store: Store<Value>, channel: Channel, key: string | null): Value | null {
  useEffect(() => (key === null ? undefined : push.want(channel, key)), [channel, key])
  const subscribe = useCallback((listener: () => void) => (key === null ? () => undefined : store.subscribe(key, listener)), [store, key])
  return useSyncExternalStore(subscribe, () => (key === null ? null : (store.get(key) ?? null)))
}

/** Null subscribes to nothing. */
export const useLiveQuote = (instrumentId: string | null): QuoteFrame | null => useLive(quotes, 'quote', instrumentId)
export const useLiveDepth = (instrumentId: string | null): DepthFrame | null => useLive(depths, 'depth', instrumentId)
export const useLiveTrades = (instrumentId: string | null): readonly LiveTrade[] | null => useLive(trades, 'trade', instrumentId)
/** Every bar that has begun or grown since the chart was opened. */
export const useLiveBars = (instrumentId: string | null, type: KlineType): readonly KlineBar[] | null =>
  useLive(bars, 'kline', instrumentId === null ? null : klineArgument(instrumentId, type))

/** The newest quotes of several instruments at once, for sums over them; one not received yet is missing. */
export function useLiveQuotes(instrumentIds: readonly string[]): ReadonlyMap<string, QuoteFrame> {
  const written = instrumentIds.join(' ')
  const watched = useMemo(() => watchQuotes(written === '' ? [] : written.split(' ')), [written])
  return useSyncExternalStore(watched.subscribe, watched.shown)
}

function watchQuotes(instrumentIds: readonly string[]) {
  const read = (): ReadonlyMap<string, QuoteFrame> =>
    new Map(
      instrumentIds.flatMap((id): [string, QuoteFrame][] => {
        const quote = quotes.get(id)
        return quote === undefined ? [] : [[id, quote]]
      }),
    )
  let shown = read()
  const subscribe = (changed: () => void): (() => void) => {
    const hear = () => {
      shown = read()
      changed()
    }
    const releases = instrumentIds.flatMap((id) => [push.want('quote', id), quotes.subscribe(id, hear)])
    return () => releases.forEach((release) => release())
  }
  return { subscribe, shown: () => shown }
}

/** A quote that was read, with whatever is newer in the live one. */
export function useFreshQuote<Read extends Quote>(read: Read): Read {
  const live = useLiveQuote(read.code)
  return withLive(read, live)
}

export function withLive<Read extends Quote>(read: Read, live: QuoteFrame | null): Read {
  if (live === null || live.updateTimeTimestamp < read.updateTimeTimestamp) return read
  const { closeOnly, extendedHours } = live
  return { ...read, ...live, tradeStatus: live.tradeStatus as Quote['tradeStatus'], closeOnly, extendedHours }
}

export type Freshness = 'live' | 'stale' | 'closed' | 'halted' | 'offline'

/** Outside the regular session quotes are rare, and no order at market uses one. */
const STALE_OUTSIDE_MS = 60_000
/** A recorded market sends once a minute; it is late after three missed cycles. */
const STALE_REPLAY_MS = 180_000

/** The age from which on a price is called old: the same for the word beside it and for an order that would use it. */
export function oldestOf({ tradeStatus, venue }: Pick<Quote, 'tradeStatus' | 'venue'>): number {
  if (venue === 'REPLAY') return STALE_REPLAY_MS
  return tradeStatus === 'OPEN' ? STALE_AFTER_MS : STALE_OUTSIDE_MS
}

const TRADING = ['PRE', 'OPEN', 'AUCTION', 'POST']
/** After their close some markets trade at the closing price, so no quote is awaited (`docs/rules/taiwan.md` B.3). */
const keepsClosingPrice = (market: string): boolean => marketNames.some((name) => name === market && marketFacts[name].keepsClosingPrice)

type Aged = Pick<Quote, 'market' | 'tradeStatus' | 'updateTimeTimestamp' | 'venue'>

export function freshnessOf(quote: Aged, now: number, offline: boolean): Freshness {
  if (offline) return 'offline'
  if (quote.tradeStatus === 'HALT') return 'halted'
  const isFixed = quote.tradeStatus === 'POST' && keepsClosingPrice(quote.market)
  if (isFixed || !TRADING.includes(quote.tradeStatus)) return 'closed'
  return now - quote.updateTimeTimestamp > oldestOf(quote) ? 'stale' : 'live'
}

/** Draws again only when the answer changes, not every second. */
export function useFreshness(quote: Aged): Freshness {
  const offline = useOffline()
  return useSyncExternalStore(subscribeSeconds, () => freshnessOf(quote, serverNow(), offline))
}

/** No network, as far as the device and the connection can tell. */
export function useOffline(): boolean {
  return !useDeviceOnline()
}

export const usePushOpen = (): boolean =>
  useSyncExternalStore(
    (changed) => push.onState(changed),
    () => push.state === 'open',
  )

/** Interval at which a read repeats while push is not connected; goes into `refetchInterval`. */
export const pollMs = { rows: 5_000, detail: 3_000, intraday: 15_000, records: 30_000 } as const

export function usePoll(kind: keyof typeof pollMs): number | false {
  return usePushOpen() ? false : pollMs[kind]
}
