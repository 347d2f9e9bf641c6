import { EventEmitter } from 'node:events'
import { MessageChannel, Worker } from 'node:worker_threads'
import type { MarketThread } from '../venue/venue-thread.ts'

/**
 * One thread in which the markets of all tests live, one after another: a thread of its own compiles the market's code anew, which takes three
 * times as long as opening a market. Each market has its own messages, as it has with a thread; the thread ends with the tests. One that ends
 * earlier fails every market in it, and the next market opens another.
 */
export function warmMarkets(openThread: () => Worker): () => MarketThread {
  let shared: Worker | null = null
  const open = new Set<(error: Error) => void>()

  const fail = (thread: Worker, why: string, cause?: unknown): void => {
    if (thread !== shared) return
    shared = null
    const concerned = [...open]
    open.clear()
    const error = new Error(`the thread of the tests' markets ended, and this test's market with it: ${why}`, { cause })
    for (const end of concerned) end(error)
  }

  const sharedThread = (): Worker => {
    if (shared !== null) return shared
    const thread = openThread()
    thread.unref()
    thread.on('error', (error) => fail(thread, error instanceof Error ? error.message : String(error), error))
    // Without an error: by an exit of its own. Nobody would be answered any more.
    thread.on('exit', (code) => fail(thread, `exit code ${code}`))
    shared = thread
    return thread
  }

  return () => {
    const { port1: ours, port2: theirs } = new MessageChannel()
    const events = new EventEmitter()
    let ended: Error | null = null
    const end = (error: Error): void => {
      ended = error
      // Before anybody listens there is nobody to tell; whoever comes is told then.
      if (events.listenerCount('error') > 0) events.emit('error', error)
    }
    open.add(end)
    ours.on('message', (message: unknown) => events.emit('message', message))
    sharedThread().postMessage(theirs, [theirs])
    return {
      on: (name, listener) => {
        events.on(name, listener)
        if (name === 'error' && ended !== null) listener(ended)
      },
      postMessage: (message) => ours.postMessage(message),
      terminate: () => {
        open.delete(end)
        events.removeAllListeners('message')
        ours.close()
        return Promise.resolve(0)
      },
    }
  }
}

/** Twice what a server's market may have: markets of several tests are cleared away together. More would be a leak, and ends that thread alone. */
const resourceLimits = { maxYoungGenerationSizeMb: 64, maxOldGenerationSizeMb: 1_024 } as const

export const openWarmMarket = warmMarkets(
  () => new Worker(new URL('./warm-market-worker.ts', import.meta.url), { name: 'markets', resourceLimits }),
)
