import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { warmMarkets } from './warm-market.ts'

const LITTLE_MEMORY = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 }
const LISTENING = `const { parentPort } = require('node:worker_threads'); let markets = 0; parentPort.on('message', (port) => { markets += 1;`
const threadThat = (does: string) =>
  new Worker(`${LISTENING} port.on('message', (asked) => { ${does} }) })`, { eval: true, resourceLimits: LITTLE_MEMORY })

/** What a market hears of its thread's end. */
const endOf = (market: ReturnType<ReturnType<typeof warmMarkets>>): Promise<unknown> =>
  new Promise((resolve) => void market.on('error', resolve))

it.each([
  ['exits', 'process.exit(3)', 'exit code 3'],
  ['throws', `throw new Error('no such day')`, 'no such day'],
  ['runs out of memory', 'const kept = []; for (;;) kept.push(new Array(10_000).fill(asked))', 'memory'],
])('a thread that %s fails every market in it with a sentence', async (_, does, why) => {
  const open = warmMarkets(() => threadThat(does))
  const markets = [open(), open()]
  const ends = Promise.all(markets.map(endOf))
  markets[0]?.postMessage('go')
  for (const end of await ends) {
    expect(String(end)).toContain(`the thread of the tests' markets ended, and this test's market with it`)
    expect(String(end)).toContain(why)
  }
})

it('the next market has another thread, and one that is over hears nothing', async () => {
  const threads: Worker[] = []
  const open = warmMarkets(() => {
    const thread = threadThat(`if (asked === 'end') process.exit(1); else port.postMessage(markets)`)
    threads.push(thread)
    return thread
  })
  const [over, first] = [open(), open()]
  let heard = 0
  over.on('error', () => (heard += 1))
  await over.terminate()
  const ended = endOf(first)
  first.postMessage('end')
  await ended
  const next = open()
  const answered = new Promise((resolve) => void next.on('message', resolve))
  next.postMessage('count')
  expect([await answered, threads.length, heard]).toEqual([1, 2, 0])
  await next.terminate()
  await threads[1]?.terminate()
})

it('whoever begins to listen after the end is told of it', async () => {
  const open = warmMarkets(() => threadThat('process.exit(4)'))
  const [early, late] = [open(), open()]
  const ended = endOf(early)
  early.postMessage('go')
  await ended
  expect(String(await endOf(late))).toContain('exit code 4')
})
