import { rangeOfAccount } from '@rueda/rules/accounts/range.ts'
import type { Bus, Stop } from '../../bus/bus.ts'
import type { Loaded } from '../../venue/messages.ts'
import { NO_CHANGES } from '../../venue/messages.ts'
import { createFollowedMarket } from '../../venue/followed-market.ts'
import type { BoundCommand } from '../../write-path/command.ts'
import { createCommittedElsewhere } from '../../write-path/committed-elsewhere.ts'
import type { Command, CommandsElsewhere, WrittenElsewhere } from '../../write-path/commands.ts'
import { answerCommands } from '../answer-commands.ts'
import { askAccounts } from '../ask-accounts.ts'
import { followMarket } from '../follow-market.ts'
import { receiveFromAccounts } from '../accounts-receiver.ts'
import { tellMarket } from '../tell-market.ts'
import { createPulledOrders } from '../pulled-orders.ts'
import { CoreChannel } from '../core-channel.ts'
import type { Planted, SimLedger, SimOrder } from './ledger.ts'
import type { Rng } from './rng.ts'
import { type AtMarket, type Report, SimMarket } from './market.ts'
import { setTimeout as sleep } from 'node:timers/promises'

/** The processes of a simulated brokerage. What they say to each other, and how, is the real code; ledger and market are simple. */
type Parts = Readonly<{ bus: Bus; ledger: SimLedger; planted: Planted; rng: Rng }>

const silent = { info: () => undefined, warn: () => undefined }
const LOADED: Loaded = { label: 'SIM', listed: [], recordedSessions: null, scenario: null }
const CYCLE_MS = 250
const clock = { now: () => Date.now() }

export type SimCore = Readonly<{ written: WrittenElsewhere; end: Stop }>

/** A core takes over: whoever led before commits nothing any more. */
export function startCore({ bus, ledger, planted, rng }: Parts, name: string): SimCore {
  ledger.leadership += 1n
  const leadership = ledger.leadership
  let ended = false
  const leading = () => ({ core: name, leadership, ranges: ledger.ranges.length })
  const teller = createFollowedMarket(LOADED)
  const isLeading = (): boolean => !ended
  const told = tellMarket({ bus, leading, market: teller.market, ask: async () => null, isLeading, log: silent })
  const written = askAccounts({
    ...{ bus, ranges: () => ledger.ranges.length, own: () => null, leadership: () => leadership, onAnswered: () => undefined },
    asOf: () => ({ core: name, market: told.number(), decided: 0 }),
  })
  const book = async (report: Report): Promise<void> => {
    while (!ended && !ledger.isOver) {
      const { failure } = await commandsOf(written, report.accountId).runTogether('report', [commandOf(report.accountId, report)])
      if (failure === null) return
      await sleep(RETRY_MS)
    }
  }
  // Its numbers go on behind those of every market before it.
  const market = new SimMarket({ from: Number(leadership) * LIVES_A_CORE, book, open: () => ledger.open(), planted, rng })
  const venue = {
    submit: (orders: readonly AtMarket[]) => {
      if (planted.messagesLost === true && rng(LOST_IN) === 0) return
      market.submit(orders)
    },
    grow: () => undefined,
    cancel: (order: Readonly<{ orderId: string; accountId: string }>) => market.cancel(order),
    reduce: async () => undefined,
    life: async () => market.life,
  }
  receiveFromAccounts({
    ...{ bus, leadership: () => leadership, isLeading, log: silent, elsewhere: createCommittedElsewhere() },
    epochOf: async (range) => ledger.ranges[range] ?? null,
    venue: venue as never,
    restart: (_, range) => {
      if (planted.marketGoesOn !== true) market.restart((accountId) => rangeOfAccount(accountId, ledger.ranges.length) === range)
    },
  })
  const cycle = setInterval(() => {
    teller.hear(NO_CHANGES)
    market.step()
    market.step()
  }, CYCLE_MS)
  return {
    written,
    end: () => {
      ended = true
      clearInterval(cycle)
    },
  }
}

export const commandsOf = (written: WrittenElsewhere, accountId: string): CommandsElsewhere => {
  const there = written(accountId)
  if (there === null) throw new Error('a core without accounts of its own asks elsewhere')
  return there
}
export const commandOf = (accountId: string, given: unknown): Command<unknown> => ({ accountId, idempotency: null, arguments: given })

export type SimAccounts = Readonly<{ cancel: (orderId: string, accountId: string) => Promise<boolean> }>

/** A process takes a range over: whoever held it before commits nothing any more. */
export async function startAccounts({ bus, ledger, rng }: Parts, range: number, name: string): Promise<SimAccounts> {
  const epoch = (ledger.ranges[range] ?? 0n) + 1n
  ledger.ranges[range] = epoch
  const channel = new CoreChannel({ bus, from: name, range, epoch: () => epoch })
  const acts = {
    submit: (orders: readonly AtMarket[]) => void channel.send({ kind: 'submit', orders: orders as never }),
    grow: () => undefined,
    change: (change: Parameters<CoreChannel['change']>[0]) => channel.change(change),
    life: () => channel.life(),
  }
  const pulledOrders = createPulledOrders(channel.leadership)
  const following = await followMarket({ bus, clock, machine: clock, log: silent, acts: acts as never })
  channel.begin(following.leading().leadership)
  following.onLeading(({ leadership }) => channel.begin(leadership))

  /** Decides and commits after a moment, as a batch does, and then tells the market. */
  const run = async <Answer>({ decide }: BoundCommand<Answer>): Promise<never> => {
    const held = { leadership: channel.leadership(), range, epoch }
    // Now and then a process stands still in the midst of it.
    await sleep(rng(STANDS_STILL_IN) === 0 ? STANDS_STILL_MS : rng(COMMIT_MS))
    ledger.expectHeld(held)
    return decide({} as never, 0) as never
  }
  const writePath = {
    run,
    runTogether: async <Answer>(commands: readonly BoundCommand<Answer>[]) => {
      const results: never[] = []
      try {
        for (const command of commands) results.push(await run(command))
        return { results, failure: null }
      } catch (error) {
        return { results, failure: error as Error }
      }
    },
  }
  const place = (accountId: string, { key, id, quantity }: Placing) => {
    const known = ledger.ofKey(key)
    if (known !== undefined) return known.id
    ledger.add({ id, accountId, key, quantity, filled: 0, status: 'open' })
    acts.submit([{ orderId: id, accountId, quantity, sequence: 0 }])
    return id
  }
  const bind = (kind: string, { accountId, arguments: given }: Command<unknown>): BoundCommand<unknown> => ({
    ...{ accountId, idempotency: null, reads: {} },
    decide: () => {
      const data = kind === 'place' ? place(accountId, given as Placing) : ledger.fill(given as Report)
      return { ok: true, value: data } as never
    },
  })
  answerCommands({ bus, range, writePath, bind, following, channel, readDecided: async () => undefined, isSure: () => true })
  const resubmit = async (orderId: string, accountId: string): Promise<void> => {
    const looking = {
      ...{ accountId, idempotency: null, reads: {} },
      decide: () => ({ ok: true, value: ledger.orders.get(orderId) }) as never,
    }
    const order = await untilDone(ledger, async () => (await writePath.run(looking)) as unknown as { value: SimOrder | undefined })
    const open = order.value?.status === 'open' ? order.value : null
    if (open !== null) acts.submit([{ orderId, accountId, quantity: open.quantity - open.filled, sequence: 0 }])
  }
  const resubmitPulled = async (orderId: string, accountId: string): Promise<void> => {
    await untilDone(ledger, () => channel.change({ about: 'cancel', orderId, accountId }))
    await resubmit(orderId, accountId)
  }
  const pullOrder = async (orderId: string, accountId: string): Promise<void> => {
    try {
      await channel.change({ about: 'cancel', orderId, accountId })
    } catch (error) {
      void resubmitPulled(orderId, accountId).catch(() => undefined)
      throw new NotPulled('it is unknown whether it was pulled', { cause: error })
    }
  }
  const cancel = async (orderId: string, accountId: string): Promise<boolean> => {
    await pullOrder(orderId, accountId)
    pulledOrders.note()
    const cancelling = {
      ...{ accountId, idempotency: null, reads: {} },
      decide: () => {
        const order = ledger.orders.get(orderId)
        const isOpen = order?.status === 'open'
        if (order !== undefined && isOpen) order.status = 'cancelled'
        return { ok: true, value: isOpen } as never
      },
    }
    const { value: isCancelled } = (await pulledOrders.checked(writePath)(cancelling)) as unknown as { value: boolean }
    // An order so new that the market did not have it has reached it by now.
    if (isCancelled) void channel.change({ about: 'cancel', orderId, accountId }).catch(() => undefined)
    return isCancelled
  }
  /** An order that stays open goes back to the market, as it is in the ledger. */
  const cancelOrResubmit = (orderId: string, accountId: string): Promise<boolean> =>
    pulledOrders.runCall(async () => {
      try {
        return await cancel(orderId, accountId)
      } catch (error) {
        if (!(error instanceof NotPulled)) await resubmit(orderId, accountId)
        throw error
      }
    })
  return { cancel: cancelOrResubmit }
}

export type Placing = Readonly<{ key: string; id: string; quantity: number }>
const COMMIT_MS = 120
const STANDS_STILL_IN = 20
const STANDS_STILL_MS = 1_600
const RETRY_MS = 50
const LOST_IN = 4

class NotPulled extends Error {}

async function untilDone<Value>(ledger: SimLedger, act: () => Promise<Value>): Promise<Value> {
  for (;;) {
    try {
      return await act()
    } catch (error) {
      if (ledger.isOver) throw error
      await sleep(RETRY_MS)
    }
  }
}
const LIVES_A_CORE = 100
