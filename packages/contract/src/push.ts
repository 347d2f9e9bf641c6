import { z } from 'zod'
import { channels } from './push-channels.ts'
import { depthFrame, klineFrame, messageFrame, quoteFrame, tradeFrame } from './push-frames.ts'

/**
 * The push channel at `/web/push` (`docs/rules/push.md` A.101): JSON frames, the token in the first one. `seq` grows by one
 * per socket and channel; a gap means frames were lost and the client subscribes again.
 */
const MAX_ARGUMENTS = 100
const ARGUMENT = /^[A-Z]{1,4}:[A-Z0-9.-]{1,12}(,(Current|Regular|1D|1W|1M|3M|1Y|1m|5m|15m|30m|60m|day|week|month))?$/u
const MAX_TOKEN = 200

export const clientFrame = z.discriminatedUnion('op', [
  z.object({ op: z.literal('auth'), token: z.string().max(MAX_TOKEN).optional() }),
  z.object({ op: z.literal('sub'), ch: z.enum(channels), args: z.array(z.string().regex(ARGUMENT)).max(MAX_ARGUMENTS).optional() }),
  z.object({ op: z.literal('unsub'), ch: z.enum(channels), args: z.array(z.string().regex(ARGUMENT)).max(MAX_ARGUMENTS).optional() }),
  z.object({ op: z.literal('ping') }),
])
export type ClientFrame = z.output<typeof clientFrame>

export const frameData = { quote: quoteFrame, depth: depthFrame, trade: tradeFrame, kline: klineFrame, message: messageFrame } as const
