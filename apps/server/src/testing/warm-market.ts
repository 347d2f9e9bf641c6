import { EventEmitter } from 'node:events'
import { MessageChannel, Worker } from 'node:worker_threads'
import type { MarketThread } from '../venue/venue-thread.ts'

/**
 * One thread in which the markets of all tests live, one after another: a thread of its own compiles the market's code anew, which takes three
 * times as long as opening a market. Each market has its own messages, as it has with a thread; the thread ends with the tests.
 */
let shared: Worker | null = null
const open = new Set<EventEmitter>()

function sharedThread(): Worker {
  if (shared !== null) return shared
  const thread = new Worker(new URL('./warm-market-worker.ts', import.meta.url), { name: 'markets' })
  thread.unref()
  thread.on('error', (error) => {
    shared = null
    const concerned = [...open]
    open.clear()
    for (const market of concerned) market.emit('error', error)
  })
  shared = thread
  return thread
}

export function openWarmMarket(): MarketThread {
  const { port1: ours, port2: theirs } = new MessageChannel()
  const events = new EventEmitter()
  open.add(events)
  ours.on('message', (message: unknown) => events.emit('message', message))
  sharedThread().postMessage(theirs, [theirs])
  return {
    on: (name, listener) => events.on(name, listener),
    postMessage: (message) => ours.postMessage(message),
    terminate: () => {
      open.delete(events)
      events.removeAllListeners('message')
      ours.close()
      return Promise.resolve(0)
    },
  }
}
