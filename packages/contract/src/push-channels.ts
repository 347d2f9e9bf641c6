import type { klineTypes } from './codes.ts'

/** The names of the push channel, apart from its schemas: an app that only listens needs no more than these. */
export const publicChannels = ['quote', 'depth', 'trade', 'kline'] as const
/** Without arguments and for everybody: what an account has of it is sent to that account alone. */
export const openChannels = ['ipo'] as const
/** Of these, `receipt` is the house's signed word on frames of `order` and `wallet`, which follows them. */
export const privateChannels = ['order', 'position', 'wallet', 'message', 'mining', 'receipt'] as const
export const channels = [...publicChannels, ...openChannels, ...privateChannels] as const
export type Channel = (typeof channels)[number]

export type ServerFrame = Readonly<{
  ch: Channel | 'system'
  seq: number
  ts: number
  type: 'snapshot' | 'update' | 'ack' | 'error' | 'pong'
  data: unknown
}>

export const klineArgument = (instrumentId: string, type: (typeof klineTypes)[number]): string => `${instrumentId},${type}`
