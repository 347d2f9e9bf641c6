import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { marginPositionKind } from '@rueda/rules/margin/records.ts'
import type { Logger } from 'pino'
import type { FullApp } from './app.ts'
import { assembleApp } from './assemble.ts'
import type { Bus } from './bus/bus.ts'
import { openNats } from './bus/nats-bus.ts'
import type { Settings } from './config.ts'
import { openDatabase } from './db/open.ts'
import { openRequestPool } from './db/request-pool.ts'
import { allCommands } from './features/all-commands.ts'
import { readWhatStaffDecided } from './features/all-jobs.ts'
import { kinds } from './features/all-records.ts'
import { allFeatures } from './features/all.ts'
import { resubmit } from './features/orders/resubmit.ts'
import { gaugesOf } from './gauges.ts'
import { expectFree } from './http/listening.ts'
import { openDoor } from './http/open-door.ts'
import type { Registered } from './http/routes.ts'
import { createHttpServer } from './http/server.ts'
import { createIds } from './ids.ts'
import { repeat } from './jobs/repeat.ts'
import { takeAccountRange, type OwnRange } from './leadership/account-range.ts'
import { type StandbyDoor, openStandbyDoor } from './leadership/standby.ts'
import type { Parts } from './open-parts.ts'
import { publishCommits } from './publish.ts'
import { hearAccountsChanged, tellAccountsChanged } from './roles/accounts-changed.ts'
import type { OrderChange } from './roles/accounts-words.ts'
import { answerCalls } from './roles/answer-calls.ts'
import { answerCommands } from './roles/answer-commands.ts'
import { askAccounts } from './roles/ask-accounts.ts'
import { countDecided } from './roles/decided.ts'
import { type Following, type MarketActs, followMarket } from './roles/follow-market.ts'
import { receiptsOfCore } from './roles/forward-calls.ts'
import { openBus } from './roles/open-bus.ts'
import { subjects } from './roles/subjects.ts'
import { type Pulling, createPulling } from './roles/pulled.ts'
import { CoreChannel } from './roles/tell-core.ts'
import { type Server, type Loss, MAX_SHUTDOWN_MS, busLost } from './running-server.ts'
import { onlyCoreVerifies } from './start-front.ts'
import { SECOND_MS } from '@rueda/rules/time.ts'
import { type Keyring, expectKeyring } from './vault/keyring.ts'
import { createVault } from './vault/vault.ts'
import { MACHINE_CLOCK } from './venue/clock.ts'
import { createInputChains } from './venue/input-chains.ts'
import { inTurn } from './turns.ts'
import { version } from './version.ts'
import { createVersions } from './write-path/account-versions.ts'
import { NOTHING_ELSEWHERE } from './write-path/committed-elsewhere.ts'
import { bindingTo } from './write-path/commands.ts'
import { KeptStates } from './write-path/kept-states.ts'
import { type WritePath, createWritePath } from './write-path/write-path.ts'

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
  const place = { host: settings.HOST, port: settings.PORT }
  await expectFree(place)
  // The settings are refused without one.
  const nats = await openNats(settings.NATS_URL ?? '', log)
  parts.opened(() => nats.close())
  const database = await openDatabase({ dataFolder: settings.DATA_DIR, databaseUrl: settings.DATABASE_URL ?? null })
  parts.opened(() => database.stop())
  const keyring = await expectKeyring(resolve(settings.DATA_DIR), database.pool)
  const bus = openBus(nats, settings, createVault(keyring))
  let standby: StandbyDoor | null = null
  const leaveStandby = async (): Promise<void> => {
    await standby?.close()
    standby = null
  }
  parts.opened(leaveStandby)
  const own = await takeAccountRange({
    connection: database.connection,
    log,
    onStandby: async () => {
      standby = await openStandbyDoor(place)
      onStandby(standby.address)
    },
  })
  parts.opened(() => own.lease.resign())
  log.info({ range: own.range }, 'this process writes a range of accounts')
  const pool = openRequestPool(database.pool, settings.STATEMENT_SECONDS)
  parts.opened(() => pool.end())
  const ids = createIds(MACHINE_CLOCK)
  const clock = MACHINE_CLOCK
  const follow = (acts: MarketActs) => followMarket({ bus, clock, machine: clock, log, signal, acts })
  const running = await assembleAccounts({ settings, pool, clock, log, keyring, bus, ids, own, follow })
  parts.opened(() => running.stop())
  const { app } = running
  await readAllDecided(app)
  const upkeep = repeat({ everyMs: SECOND_MS, work: () => readAllDecided(app), failed: 'what staff decided could not be read' }, log)
  parts.opened(() => upkeep.stop())
  const http = await createHttpServer({ ...app, gauges: gaugesOf(app) }, [])
  await running.begun()
  await leaveStandby()
  const address = await openDoor(http, { settings, log, parts })
  const lost = Promise.race([own.lease.lost.then(rangeLost), nats.lost.then(busLost)])
  return { address, setup: null, lost, close: parts.close }
}

/** Calls whose commits are held to what they took off the market. */
const boundCalls = (routes: Registered, { acting }: Pulling): Registered =>
  routes.map((route) => ({ ...route, handle: (asked) => acting(async () => route.handle(asked)) }))

const rangeLost = (reason: string): Loss => ({
  reason,
  says: 'Another process writes these accounts now, so this one stops. What was answered is kept. Started again, it waits as a standby.',
  shutdownMs: MAX_SHUTDOWN_MS,
})

/** With what is struck each day, which only decisions need. */
const readAllDecided = (app: FullApp): Promise<unknown> =>
  Promise.all([readWhatStaffDecided(app), app.navs.refresh(), app.agencies.refresh()])

const PUT_BACK_EVERY_MS = SECOND_MS / 2
const MAX_PUT_BACK_TRIES = 600
/** An order whose market takes longer is answered as accepted. */
const MAX_BOOKED_MS = SECOND_MS

type AccountsParts = Pick<FullApp, 'settings' | 'pool' | 'clock' | 'log' | 'ids'> &
  Readonly<{ keyring: Keyring; bus: Bus; own: OwnRange; follow: (acts: MarketActs) => Promise<Following> }>

/** A process that writes accounts, as it is put together; `begun` resolves when the core knows of it. */
export type RunningAccounts = Readonly<{
  app: FullApp
  keptStates: KeptStates
  following: Following
  begun: () => Promise<void>
  stop: () => Promise<void>
}>

/** Puts a process that writes accounts together, beside a core that tells it the market. */
export async function assembleAccounts({ own, bus, keyring, follow, ...parts }: AccountsParts): Promise<RunningAccounts> {
  const { pool, clock, log, ids } = parts
  const { range, lease } = own
  const from = ids.next()
  const channel = new CoreChannel({ bus, from, range, epoch: lease.epoch })
  const pulling = createPulling(channel.leadership)
  const following = await follow({
    submit: (orders) => void channel.tell({ kind: 'submit', orders }),
    grow: (increases) => void channel.tell({ kind: 'grow', increases }),
    life: () => channel.life(),
    change: async (change) => {
      try {
        await channel.change(change)
      } catch (error) {
        void putBack(change)
        throw error
      }
      pulling.pulled()
    },
  })
  /** An order of which nobody knows whether it was taken off: it is, and what is open of it in the books is handed over again. */
  const putBack = ({ orderId, accountId }: OrderChange): Promise<void> =>
    inTurn([orderId], async () => {
      for (let tried = 0; tried < MAX_PUT_BACK_TRIES; tried += 1) {
        try {
          await channel.change({ about: 'cancel', orderId, accountId })
          return await resubmit(app, accountId, orderId)
        } catch (error) {
          log.warn({ err: error, orderId }, 'an order could not be put back yet')
        }
        await sleep(PUT_BACK_EVERY_MS, undefined, { ref: false })
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
    if (changed.length > 0) channel.tell({ kind: 'positions', changed })
  })
  const versions = createVersions()
  writePath.onCommitted(({ accounts }) => {
    for (const accountId of accounts) versions.count(accountId)
  })
  /** An order is answered when what the market did with it at once is booked, as where one process does both. */
  const run = pulling.bound(writePath)
  const answering: WritePath = {
    ...writePath,
    run: async (command) => {
      const result = await run(command)
      if (command.places === true && result.ok) await bookedAtOnce(command.accountId)
      return result
    },
    runTogether: async (commands) => {
      const ran = await writePath.runTogether(commands)
      const placed = commands.find(({ places }, index) => places === true && ran.results[index]?.ok === true)
      if (placed !== undefined) await bookedAtOnce(placed.accountId)
      return ran
    },
  }
  const bookedAtOnce = async (accountId: string): Promise<void> => {
    const booked = channel.flushed().then(() => following.client.booked(accountId))
    // The order is accepted all the same; a market that begins anew tells of it later.
    await Promise.race([booked, sleep(MAX_BOOKED_MS, undefined, { ref: false })]).catch(() => undefined)
  }
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
      decided: countDecided(),
    },
  })
  const publishing = publishCommits(app)
  const stops = [
    hearAccountsChanged(bus, versions.count),
    tellAccountsChanged(bus, writePath),
    answerCalls({
      bus,
      subject: subjects.callOf(range),
      app,
      routes: boundCalls(allFeatures(app).flat(), pulling),
      isLeading: lease.isSure,
    }),
    answerCommands({
      ...{ bus, range, writePath: answering, following, channel, isSure: lease.isSure },
      bind: bindingTo({ kinds: allCommands, tools: () => app }),
      readDecided: () => readAllDecided(app),
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
