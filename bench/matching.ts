import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { OrderBook as PeerBook, Side as PeerSide } from 'nodejs-order-book'
import { type BookOrder, type Fill, OrderBook } from '@rueda/exchange/book/book.ts'
import type { Side } from '@rueda/rules/side.ts'

/**
 * The order book beside nodejs-order-book: the same stream of 60 % orders that rest, 30 % cancels and 10 % orders that
 * take, run in turns, medians of the runs. Both books must end with the same levels. Garbage is collected before each run,
 * so that neither book pays for the other's.
 */

const COMMANDS = 200_000
const RUNS = 7
const SEED = 20_260_101
const MIDDLE = 10_000
const REACH = 200

type Command = Readonly<{ kind: 'add'; order: BookOrder }> | Readonly<{ kind: 'cancel'; id: string }>
type Levels = Readonly<Record<Side, readonly (readonly [price: number, quantity: number])[]>>

setFlagsFromString('--expose-gc')
const collectRubbish: () => void = runInNewContext('gc')
const commands = mixedStream()
const figures: { ours: number; ratio: number }[] = []
for (let run = 0; run <= RUNS; run += 1) {
  const mine = timed(runOurs)
  const peer = timed(runTheirs)
  if (JSON.stringify(mine.levels) !== JSON.stringify(peer.levels)) throw new Error('the final books differ')
  // The first run warms both up.
  if (run > 0) figures.push({ ours: mine.perSecond, ratio: mine.perSecond / peer.perSecond })
}
const perSecond = Math.round(median(figures.map((figure) => figure.ours))).toLocaleString('en-US')
const ratio = median(figures.map((figure) => figure.ratio)).toFixed(1)
console.log(`matching: ${perSecond} operations/s (ratio ×${ratio} against nodejs-order-book)`)

function timed(run: () => Levels) {
  collectRubbish()
  const begun = performance.now()
  const levels = run()
  return { levels, perSecond: (COMMANDS / (performance.now() - begun)) * 1_000 }
}

function runOurs(): Levels {
  const book = new OrderBook()
  const fills: Fill[] = []
  for (const command of commands) {
    if (command.kind === 'cancel') book.cancel(command.id)
    else {
      fills.length = 0
      book.add(command.order, fills)
    }
  }
  const levels = (side: Side) => [...book.levels(side)].map((level) => [level.price, level.total] as const)
  return { buy: levels('buy'), sell: levels('sell') }
}

function runTheirs(): Levels {
  const book = new PeerBook()
  for (const command of commands) {
    if (command.kind === 'cancel') book.cancel(command.id)
    else {
      const { id, side, price, quantity } = command.order
      book.limit({ id, side: side === 'buy' ? PeerSide.BUY : PeerSide.SELL, price, size: quantity })
    }
  }
  const [asks, bids] = book.depth()
  return { buy: bids.toSorted(([a], [b]) => b - a), sell: asks.toSorted(([a], [b]) => a - b) }
}

/** Orders that rest stand on their own side of a middle that never moves; one in ten reaches across it. */
function mixedStream(): Command[] {
  const draw = generator(SEED)
  const stream: Command[] = []
  const live: string[] = []
  for (let number = 0; number < COMMANDS; number += 1) {
    const choice = draw(10)
    if (choice >= 6 && choice < 9 && live.length > 0) {
      const place = draw(live.length)
      const id = live[place] as string
      live[place] = live.at(-1) as string
      live.pop()
      stream.push({ kind: 'cancel', id })
      continue
    }
    const side: Side = draw(2) === 0 ? 'buy' : 'sell'
    const toward = side === 'buy' ? 1 : -1
    const price = choice === 9 ? MIDDLE + toward * REACH : MIDDLE - toward * (1 + draw(REACH))
    const id = `order-${number}`
    if (choice !== 9) live.push(id)
    stream.push({ kind: 'add', order: { id, accountId: `account-${number}`, side, kind: 'limit', price, quantity: 1 + draw(100) } })
  }
  return stream
}

/** mulberry32: a seed repeats the stream. */
function generator(start: number) {
  let state = start >>> 0
  return (below: number): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}
