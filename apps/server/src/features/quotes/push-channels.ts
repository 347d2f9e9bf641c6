import { klineTypes } from '@rueda/contract/codes.ts'
import type { Bar, Depth, Trade } from '@rueda/exchange/venue.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import type { App } from '../../app.ts'
import type { MarketChannels } from '../../push/hub.ts'
import type { Polled } from '../../push/polled-channel.ts'
import { type KlineType, readKline } from './kline.ts'
import { presentBar, presentDepth, presentQuoteFrame, presentTrade } from './present.ts'

/** Content of the public push channels: quotes, depth, trades and the last bars of charts. */
type MarketApp = Pick<App, 'venue' | 'clock'>

export const marketChannels = (app: MarketApp): MarketChannels => ({
  quote: (instrumentId) => {
    const frame = presentQuoteFrame(app, instrumentId)
    return frame === null ? null : JSON.stringify(frame)
  },
  depth: depthChannel(app),
  trade: tradeChannel(app),
  kline: klineChannel(app),
  isKnown: (channel, argument) => {
    const { instruments } = app.venue
    return channel === 'kline' ? parseKlineArgument(argument, instruments) !== null : instruments.has(argument)
  },
})

const DEPTH_LEVELS = 10
const TRADES_KEPT = 50
/** The bar that has just ended and the running one. */
const LAST_BARS = 2

function depthChannel({ venue, clock }: MarketApp): Polled<Depth> {
  const body = (id: string, depth: Depth): string => {
    const instrument = venue.instruments.get(id)
    if (instrument === undefined) return '{}'
    return JSON.stringify({ code: id, ...presentDepth(instrument, depth), updateTimeTimestamp: clock.now() })
  }
  return {
    channel: 'depth',
    read: (id) => venue.depth(id, DEPTH_LEVELS),
    snapshot: (id, depth) => [body(id, depth)],
    updates: (id, before, depth) => (isSameDepth(before, depth) ? [] : [body(id, depth)]),
  }
}

const isSameDepth = (a: Depth, b: Depth): boolean => isSameSide(a.bids, b.bids) && isSameSide(a.asks, b.asks)
const isSameSide = (a: Depth['bids'], b: Depth['bids']): boolean =>
  a.length === b.length && a.every((level, index) => level.price === b[index]?.price && level.quantity === b[index]?.quantity)

function tradeChannel({ venue }: MarketApp): Polled<readonly Trade[]> {
  const body = (id: string, trades: readonly Trade[]): string => {
    const instrument = venue.instruments.get(id)
    return JSON.stringify({ code: id, trades: instrument === undefined ? [] : trades.map((trade) => presentTrade(instrument, trade)) })
  }
  return {
    channel: 'trade',
    read: (id) => venue.trades(id, TRADES_KEPT),
    snapshot: (id, trades) => [body(id, trades)],
    updates: (id, before, trades) => {
      const newest = before[0]?.sequence ?? Number.NEGATIVE_INFINITY
      const fresh = trades.filter(({ sequence }) => sequence > newest)
      return fresh.length === 0 ? [] : [body(id, fresh)]
    },
  }
}

function klineChannel({ venue, clock }: MarketApp): Polled<readonly Bar[]> {
  const body = (argument: string, bar: Bar): string => {
    const asked = parseKlineArgument(argument, venue.instruments)
    return asked === null ? '{}' : JSON.stringify({ code: asked.instrument.id, type: asked.type, item: presentBar(asked.instrument, bar) })
  }
  return {
    channel: 'kline',
    read: async (argument) => {
      const asked = parseKlineArgument(argument, venue.instruments)
      if (asked === null) return null
      const kline = await readKline(venue, { ...asked, until: clock.now(), limit: LAST_BARS, adjust: 'split' })
      return kline?.bars ?? null
    },
    snapshot: (argument, bars) => bars.slice(-1).map((bar) => body(argument, bar)),
    updates: (argument, before, bars) => bars.filter((bar) => !before.some((old) => isSameBar(old, bar))).map((bar) => body(argument, bar)),
  }
}

const isSameBar = (a: Bar, b: Bar): boolean =>
  a.at === b.at && a.close === b.close && a.high === b.high && a.low === b.low && a.volume === b.volume && a.partial === b.partial

/** "US:ARDV,1m" as an instrument and a chart type. */
function parseKlineArgument(
  argument: string,
  instruments: ReadonlyMap<string, Instrument>,
): { instrument: Instrument; type: KlineType } | null {
  const [id = '', name = ''] = argument.split(',')
  const instrument = instruments.get(id)
  const type = klineTypes.find((known) => known === name)
  return instrument === undefined || type === undefined ? null : { instrument, type }
}
