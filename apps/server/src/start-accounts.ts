import { setTimeout as sleep } from 'node:timers/promises'
import { marginPositionKind } from '@rueda/rules/margin/records.ts'
import type { Logger } from 'pino'
import type { FullApp } from './app.ts'
import { assembleApp } from './assemble.ts'
import type { Bus } from './bus/bus.ts'
import type { Settings } from './config.ts'
import { openRequestPool } from './db/request-pool.ts'
import { allCommands } from './features/all-commands.ts'
import { readWhatStaffDecided } from './features/all-jobs.ts'
import { kinds } from './features/all-records.ts'
import { allFeatures } from './features/all.ts'
import { aroundOrders } from './features/orders/reconcile.ts'
import { resubmit } from './features/orders/resubmit.ts'
import { gaugesOf } from './gauges.ts'
import { openDoor } from './http/open-door.ts'
import type { Registered } from './http/routes.ts'
import { createHttpServer } from './http/server.ts'
import { createIds } from './ids.ts'
import { repeat } from './jobs/repeat.ts'
import { accountRanges } from './leadership/account-range.ts'
import { type NumberedLease, takeNumbered } from './leadership/numbered-lease.ts'
import { standbyDoor } from './leadership/small-door.ts'
import { openBesideCore } from './open-beside-core.ts'
import type { Parts } from './open-parts.ts'
import { publishCommits } from './publish.ts'
import { onAccountsChanged, publishAccountsChanged } from './roles/accounts-changed.ts'
import type { OrderChange } from './roles/accounts-messages.ts'
import { answerCalls } from './roles/answer-calls.ts'
import { answerCommands } from './roles/answer-commands.ts'
import { askAccounts } from './roles/ask-accounts.ts'
import { awaitingReports } from './roles/awaiting-reports.ts'
import { createDecisionCounter } from './roles/decision-counter.ts'
import { type Following, type MarketActs, followMarket } from './roles/follow-market.ts'
import { receiptsOfCore } from './roles/forward-calls.ts'
import { subjects } from './roles/subjects.ts'
import { type PulledOrders, createPulledOrders } from './roles/pulled-orders.ts'
import { CoreChannel } from './roles/core-channel.ts'
import { type Server, type Loss, MAX_SHUTDOWN_MS, busLost } from './running-server.ts'
import { onlyCoreVerifies } from './start-front.ts'
import { SECOND_MS } from '@rueda/rules/time.ts'
import type { Keyring } from './vault/keyring.ts'
import { MACHINE_CLOCK } from './venue/clock.ts'
import { createInputChains } from './venue/input-chains.ts'
import { version } from './version.ts'
import { createVersions } from './write-path/account-versions.ts'
import { NOTHING_ELSEWHERE } from './write-path/committed-elsewhere.ts'
import { bindingTo } from './write-path/commands.ts'
import { KeptStates } from './write-path/kept-states.ts'
import { createWritePath } from './write-path/write-path.ts'

type Start = Readonly<{
  settings: Settings
  log: Logger
  parts: Parts
  onStandby: (address: string) => void
  signal?: AbortSignal | undefined
}>

/**
 * Starts a process that writes a range of accounts (`docs/scale.md`): it decides their commands and books what the market executes for them. The
 * market, the jobs and everything that is not an account's stay with the core.
 */
export async function openAccounts({ settings, log, parts, onStandby, signal }: Start): Promise<Server> {
  const { nats, bus, database, keyring } = await openBesideCore({ settings, log, parts })
  const standby = standbyDoor({ host: settings.HOST, port: settings.PORT })
  parts.opened(standby.close)
  const own = await takeNumbered(accountRanges, {
    connection: database.connection,
    log,
    onStandby: async () => onStandby(await standby.open()),
  })
  parts.opened(() => own.lease.resign())
  log.info({ range: own.number }, 'this process writes a range of accounts')
  const pool = openRequestPool(database.pool, settings.STATEMENT_SECONDS)
  parts.opened(() => pool.end())
  const ids = createIds(MACHINE_CLOCK)
  const clock = MACHINE_CLOCK
  const follow = (acts: MarketActs) => followMarket({ bus, clock, machine: clock, log, signal, acts })
  let readAt = Number.NEGATIVE_INFINITY
  /** Without staff's decisions of the last seconds, or before they were read once, it answers nobody: a halt could hold by now. */
  const isSure = (): boolean => own.lease.isSure() && performance.now() - readAt < MAX_DECISIONS_AGE_MS
  const running = await assembleAccounts({ settings, pool, clock, log, keyring, bus, ids, own, isSure, follow })
  parts.opened(() => running.stop())
  const { app } = running
  const readDecided = async (): Promise<void> => {
    const begun = performance.now()
    await readAllDecided(app)
    readAt = begun
  }
  await readDecided()
  const upkeep = repeat({ everyMs: SECOND_MS, work: readDecided, failed: 'what staff decided could not be read' }, log)
  parts.opened(() => upkeep.stop())
  const http = await createHttpServer({ ...app, gauges: gaugesOf(app) }, [])
  await running.begun()
  await standby.close()
  const address = await openDoor(http, { settings, log, parts })
  const lost = Promise.race([own.lease.lost.then(rangeLost), nats.lost.then(busLost)])
  return { address, setup: null, lost, close: parts.close }
}

/** Calls whose commits are checked against the orders that they have pulled. */
const checkedCalls = (routes: Registered, { runCall }: PulledOrders): Registered =>
  routes.map((route) => ({ ...route, handle: (asked) => runCall(async () => route.handle(asked)) }))

const rangeLost = (reason: string): Loss => ({
  reason,
  says: 'Another process writes these accounts now, so this one stops. What was answered is kept. Started again, it waits as a standby.',
  shutdownMs: MAX_SHUTDOWN_MS,
})

/** With what is struck each day, which only decisions need. */
const readAllDecided = (app: FullApp): Promise<unknown> =>
  Promise.all([readWhatStaffDecided(app), app.navs.refresh(), app.agencies.refresh()])

const MAX_DECISIONS_AGE_MS = 5 * SECOND_MS
const RESUBMIT_EVERY_MS = SECOND_MS / 2
const MAX_RESUBMIT_TRIES = 600

type AccountsParts = Pick<FullApp, 'settings' | 'pool' | 'clock' | 'log' | 'ids'> &
  Readonly<{ keyring: Keyring; bus: Bus; own: NumberedLease; isSure: () => boolean; follow: (acts: MarketActs) => Promise<Following> }>

/** A process that writes accounts, as it is put together; `begun` resolves when the core knows of it. */
export type RunningAccounts = Readonly<{
  app: FullApp
  keptStates: KeptStates
  following: Following
  begun: () => Promise<void>
  stop: () => Promise<void>
}>

/** Puts a process that writes accounts together, beside a core that tells it the market. */
export async function assembleAccounts({ own, isSure, bus, keyring, follow, ...parts }: AccountsParts): Promise<RunningAccounts> {
  const { pool, clock, log, ids } = parts
  const { number: range, lease } = own
  const from = ids.next()
  const channel = new CoreChannel({ bus, from, range, epoch: lease.epoch })
  const pulledOrders = createPulledOrders(channel.leadership)
  const following = await follow({
    submit: (orders) => void channel.send({ kind: 'submit', orders }),
    grow: (increases) => void channel.send({ kind: 'grow', increases }),
    life: () => channel.life(),
    change: async (change) => {
      try {
        await channel.change(change)
      } catch (error) {
        void resubmitPulled(change)
        throw error
      }
      pulledOrders.note()
    },
  })
  /** Where it is unknown whether an order was pulled, it is pulled for certain and its open part is submitted again. */
  const resubmitPulled = ({ orderId, accountId }: OrderChange): Promise<void> =>
    app.inTurn([orderId], async () => {
      for (let tried = 0; tried < MAX_RESUBMIT_TRIES; tried += 1) {
        try {
          await channel.change({ about: 'cancel', orderId, accountId })
          return await resubmit(app, accountId, orderId)
        } catch (error) {
          log.warn({ err: error, orderId }, 'an order could not be resubmitted yet')
        }
        await sleep(RESUBMIT_EVERY_MS, undefined, { ref: false })
      }
    })
  const keptStates = new KeptStates(kinds)
  const writePath = createWritePath({
    ...{ pool, kinds, clock, wallClock: clock, keptStates },
    epoch: channel.leadership,
    range: () => ({ range, epoch: lease.epoch() }),
    onFailure: (error, commands) => log.error({ err: error, commands }, 'a batch was not written'),
    onDeposed: (over) => (over === 'range' ? lease.depose() : following.look()),
  })
  writePath.onCommitted((committed) => {
    const changed = committed.changed(marginPositionKind)
    if (changed.length > 0) channel.send({ kind: 'positions', changed })
  })
  const versions = createVersions()
  writePath.onCommitted(({ accounts }) => {
    for (const accountId of accounts) versions.count(accountId)
  })
  const answering = awaitingReports({ ...writePath, run: pulledOrders.checked(writePath) }, async (accountId) => {
    await channel.flushed()
    await following.client.booked(accountId)
  })
  const app = assembleApp({
    ...{ ...parts, keyring, version, wallClock: clock, venue: following.client, writePath: answering },
    ...{ verifier: onlyCoreVerifies, inputs: createInputChains(pool) },
    ...{ shared: { bus, from }, front: { versions, receipts: receiptsOfCore(bus), letsIn: false } },
    elsewhere: {
      written: askAccounts({
        bus,
        ranges: () => following.leading().ranges,
        own: () => range,
        leadership: channel.leadership,
        asOf: () => null,
        onAnswered: versions.count,
      }),
      committed: NOTHING_ELSEWHERE,
      decided: createDecisionCounter(),
    },
  })
  const publishing = publishCommits(app)
  const stops = [
    onAccountsChanged(bus, versions.count),
    publishAccountsChanged(bus, writePath),
    answerCalls({
      bus,
      subject: subjects.callOf(range),
      app,
      routes: checkedCalls(allFeatures(app).flat(), pulledOrders),
      isLeading: isSure,
    }),
    answerCommands({
      ...{ bus, range, writePath: answering, following, channel, isSure },
      bind: bindingTo({ kinds: allCommands, tools: () => app }),
      readDecided: () => readAllDecided(app),
      around: (asked, run) => aroundOrders(app, asked, run),
    }),
  ]
  channel.begin(following.leading().leadership)
  following.onLeading(({ leadership }) => channel.begin(leadership))
  return {
    ...{ app, keptStates, following },
    begun: () => channel.begun(),
    stop: async () => {
      for (const stop of stops) stop()
      await writePath.drain()
      await publishing.stop()
      await channel.end()
      app.hub.close()
      following.stop()
    },
  }
}
