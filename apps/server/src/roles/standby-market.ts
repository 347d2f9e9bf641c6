import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND_MS } from '@rueda/rules/time.ts'
import type { Logger } from 'pino'
import { type OpenMarket, type Preparation, prepareMarket } from './market-group.ts'

const AGAIN_AFTER_MS = 5 * SECOND_MS

/** The market of a process that stands by for a group: begun ahead, so that whoever takes over has its prices. */
export type StandbyMarket = Readonly<{
  begin: () => void
  /** Returns it, or null where none has begun yet; one that begins later is ended. */
  take: () => OpenMarket | null
  close: () => void
}>

type Options = Readonly<{ log: Pick<Logger, 'warn'>; againAfterMs?: number }>

/** Tries again until a core gives its recipe: one that was away when this process began may be there long before it is needed. */
export function standbyMarket(preparation: Preparation, { log, againAfterMs = AGAIN_AFTER_MS }: Options): StandbyMarket {
  let prepared: OpenMarket | null = null
  const over = new AbortController()

  const prepare = async (): Promise<void> => {
    while (!over.signal.aborted) {
      try {
        const market = await prepareMarket(preparation)
        if (over.signal.aborted) void market.thread.terminate()
        else prepared = market
        return
      } catch (error) {
        log.warn({ err: error }, 'the market was not prepared yet; until it is, this process would take over later')
        await sleep(againAfterMs, undefined, { ref: false, signal: over.signal }).catch(() => undefined)
      }
    }
  }
  return {
    begin: () => void prepare(),
    take: () => {
      over.abort()
      const taken = prepared
      prepared = null
      return taken
    },
    close: () => {
      over.abort()
      void prepared?.thread.terminate()
    },
  }
}
