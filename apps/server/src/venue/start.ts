import { newYork } from '@rueda/exchange/calendars/time-zones.ts'
import type { ModelStart } from '@rueda/exchange/prices/model-starts.ts'
import type { VenueOrder } from '@rueda/exchange/venue.ts'
import type { MostListed } from '@rueda/exchange/world/world-market.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Settings } from '../config.ts'
import { StartRefused } from '../db/start-refused.ts'
import type { Clock } from '../deps.ts'
import { hasRecordedDays } from './build-venue.ts'
import { readClosedDays } from './closed-days.ts'
import { readNewListings } from './new-listings.ts'
import type { VenueClient, VenueEventListener } from './client.ts'
import type { FollowedMarket } from './followed-market.ts'
import { MACHINE_CLOCK, createMarketClock, isRemembered, startingMoment } from './clock.ts'
import { publishCommitments } from './commitments.ts'
import { NO_INPUTS } from './input-chains.ts'
import { type CycleMoment, type SupervisorParts, VenueSupervisor } from './supervisor.ts'
import type { Changes } from './messages.ts'
import { type WorkerLink, createRemoteClient } from './remote-client.ts'
import { openPriceModels } from './price-models.ts'
import type { Propose } from './proposals.ts'
import { readScenarioFile } from './scenario-file.ts'
import { readStanding } from './trading-halts.ts'
import { type VenueIdentity, type VenueVault, openIdentity, reachedByBooks, rememberClock } from './secret.ts'
import { askRule, beaconName, parseRule } from '../beacon/beacon.ts'
import { ASKED_FOR_MS, type ReadRound, createRoundPublisher, decideRounds } from './day-rounds.ts'
import { type DayRound, type VrfDays, openVrfDays, readRounds, readVrfKey } from './vrf-days.ts'
import { type MarketThread, openThread } from './venue-thread.ts'

/** Settings that make the market. */
export type MarketSettings = Pick<Settings, 'MARKET' | 'SIM_CLOCK' | 'SIM_ALWAYS_OPEN' | 'SIM_SEED' | 'SIM_SCENARIO' | 'BEACON'>

export type VenueParts = Readonly<{
  settings: MarketSettings
  pool: Pool
  /** Opened before, so that it has loaded the market's code by now; left out, one is opened. */
  thread?: MarketThread | undefined
  /** Opens the threads of later lives; left out, each is one of this process. */
  newThread?: (() => MarketThread) | undefined
  restartAfterMs?: number | undefined
  /** The first day of the simulated market's history; left out, there are years of it, which take seconds to work out. */
  historyFrom?: CalendarDate | undefined
  /** Part of the simulated market that is listed; left out, all of it. */
  mostListed?: MostListed | undefined
  /** The data folder, in which finished days are kept; left out, each start works them out. */
  dataFolder?: string | undefined
  /** Reads the beacon of days; left out, over the network. */
  askBeacon?: ((url: string) => Promise<string | null>) | undefined
  readRound?: ReadRound | undefined
  /** Opens the market's secret. */
  vault: VenueVault
  /** The machine's clock; the market's own is made from it. */
  machine?: Clock
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  /** Says that the start is given up: the end of the thread is no failure then, and no other one begins. */
  givenUp?: AbortSignal | undefined
  openOrders: () => Promise<readonly VenueOrder[]>
  onEvents: VenueEventListener
  /** Where what reaches the market's engines is kept; left out, it is not. */
  inputs?: SupervisorParts['inputs']
}>

export type RunningVenue = Readonly<{
  client: VenueClient
  /** For processes that follow the market from elsewhere. */
  market: FollowedMarket
  clock: Clock
  /** For the write path alone: has orders executed that its next commit accepts. */
  propose: Propose
  /** Decides the rounds whose time has come, and moves the market on with them once `tellHalts` has told it the halts of the days without one. */
  decideRounds: (publishHalts: () => Promise<void>) => Promise<void>
  /** Restarts from the open orders in the database, when some of them may never have reached the market. */
  restart: (reason: string, lostOwner: (accountId: string) => boolean) => void
  /** Moves the market to the clock's time now, and resolves when all of it is booked: for tests that move the clock. */
  cycle: () => Promise<void>
  stop: () => Promise<void>
}>

/** A market that is known and not open yet: until it is, its client has the listings and no quotes. */
export type LoadedVenue = RunningVenue &
  Readonly<{
    /** Rebuilds the book from the open orders, and opens. `onEvents` is never called before this has resolved. */
    open: () => Promise<void>
  }>

/** Starts the market and opens it. */
export async function startVenue(parts: VenueParts): Promise<RunningVenue> {
  const venue = await loadVenue(parts)
  try {
    await venue.open()
  } catch (error) {
    await venue.stop()
    throw error
  }
  return venue
}

/** Starts the market: its mode and secret are those of the database, and its time goes on where it was. */
export async function loadVenue(parts: VenueParts): Promise<LoadedVenue> {
  const { settings, pool, machine = MACHINE_CLOCK } = parts
  const scenario = settings.SIM_SCENARIO === undefined ? null : readScenarioFile(settings.SIM_SCENARIO)
  const mode = { market: settings.MARKET.kind, alwaysOpen: settings.SIM_ALWAYS_OPEN, seed: settings.SIM_SEED ?? null, scenario }
  const identity = await openIdentity(pool, parts.vault, { ...mode, now: startingMoment(settings.SIM_CLOCK, machine, null) }, () =>
    refuseEmptyFolder(settings.MARKET),
  )
  // The newest booking may be later than the last remembered time.
  const remembered = isRemembered(settings.SIM_CLOCK, identity.market === 'replay')
  const clockReached = remembered ? await reachedByBooks(pool, identity.clockReached) : identity.clockReached
  const now = startingMoment(settings.SIM_CLOCK, machine, clockReached)
  const models = await openPriceModels(pool, identity, now)
  const url = settings.BEACON ?? null
  const { askBeacon = askRule } = parts
  const beacon = url === null ? null : { name: beaconName(url), rule: () => askBeacon(url) }
  const drawn = { isSeedSet: settings.SIM_SEED !== undefined, beacon, now }
  const vrf = identity.market === 'replay' ? null : await openVrfDays(pool, parts.vault, { ...identity, ...drawn })
  const rule = url === null ? null : parseRule((await readVrfKey(pool))?.beacon ?? '')
  const startedAt = machine.now()
  const decide: Drawn['decide'] = async (moment, onDecided) => {
    const isStarting = machine.now() < startedAt + ASKED_FOR_MS
    const asked = { pool, alwaysOpen: identity.alwaysOpen, read: parts.readRound, isStarting }
    if (rule !== null) await decideRounds({ ...asked, rule }, moment, onDecided)
  }
  // The market's thread reads what is decided when it begins.
  await decide(now, () => undefined)
  return load(parts, identity, { models, vrf, decide })
}

function refuseEmptyFolder(market: MarketSettings['MARKET']): void {
  if (market.kind !== 'replay' || hasRecordedDays(market.folder)) return
  throw new StartRefused(
    `MARKET=replay:${market.folder} holds no recorded day. ` +
      'Name a folder in the LEAN layout: equity/usa/minute/<ticker>/<yyyymmdd>_trade.zip and _quote.zip.',
  )
}

type Drawn = Readonly<{
  models: readonly ModelStart[]
  vrf: VrfDays | null
  decide: (moment: Instant, onDecided: (round: DayRound) => void) => Promise<void>
}>

async function load(parts: VenueParts, identity: VenueIdentity, { models, vrf, decide }: Drawn): Promise<LoadedVenue> {
  const { settings, pool, machine = MACHINE_CLOCK, log } = parts
  const started = Promise.withResolvers<void>()
  const hears = { changes: (_changes: Changes, _asked: CycleMoment): void => {}, cycle: (): void => {} }
  const supervisor = new VenueSupervisor({
    recipe: {
      secret: identity.secret,
      vrf,
      models,
      alwaysOpen: identity.alwaysOpen,
      historyFrom: parts.historyFrom,
      mostListed: parts.mostListed,
      dataFolder: parts.dataFolder,
      scenario: identity.scenario,
      openedOn: newYork.dateAt(startingMoment(settings.SIM_CLOCK, machine, identity.clockReached)),
      replayFolder: settings.MARKET.kind === 'replay' ? settings.MARKET.folder : null,
    },
    thread: parts.thread ?? (parts.newThread ?? openThread)(),
    newThread: parts.newThread,
    restartAfterMs: parts.restartAfterMs,
    machine,
    log,
    openOrders: parts.openOrders,
    standingHalts: () => readStanding(pool, startingMoment(settings.SIM_CLOCK, machine, identity.clockReached)),
    rounds: () => readRounds(pool),
    bookedUntil: () => reachedByBooks(pool, null),
    closedDays: () => readClosedDays(pool),
    newListings: () => readNewListings(pool),
    inputs: parts.inputs ?? NO_INPUTS,
    onEvents: (events) => started.promise.then(() => parts.onEvents(events)),
    onChanges: (changes, asked) => hears.changes(changes, asked),
    onCycle: () => hears.cycle(),
  })
  parts.givenUp?.addEventListener('abort', () => void supervisor.stop(), { once: true })
  try {
    // A signal that came while the identity was read is told nobody any more.
    parts.givenUp?.throwIfAborted()
    const loaded = await supervisor.load()
    const remembered = isRemembered(settings.SIM_CLOCK, identity.market === 'replay')
    const reached = remembered ? await reachedByBooks(pool, identity.clockReached) : identity.clockReached
    const clock = createMarketClock({ setting: settings.SIM_CLOCK, machine, reached, recordedSessions: loaded.recordedSessions })
    const link: WorkerLink = {
      submit: (orders) => supervisor.submit(orders),
      grow: (increases) => supervisor.grow(increases),
      life: async () => supervisor.life,
      ask: (question) => supervisor.ask(question),
    }
    const { client, market, apply } = createRemoteClient(loaded, { link, clock, machine })
    const remember = remembered ? () => rememberClock(pool, clock.now()) : async () => {}
    hears.changes = apply
    hears.cycle = everySoOften(() => void remember().catch((error: unknown) => log.warn({ err: error }, "the market's time was not saved")))
    let isOpen = false
    const open = async (): Promise<void> => {
      await supervisor.open(clock)
      await publishCommitments(pool, client, clock.now())
      isOpen = true
      setImmediate(started.resolve)
    }
    const stop = async (): Promise<void> => {
      if (!isOpen) giveUp(started, new Error('the market was stopped before it was open'))
      await supervisor.stop()
      if (isOpen) await remember()
    }
    const publishing = createRoundPublisher((onDecided) => decide(clock.now(), onDecided))
    return {
      decideRounds: (publishHalts) =>
        publishing(async (rounds) => {
          await publishHalts()
          await client.tellRounds(rounds)
          await supervisor.cycle()
        }),
      client,
      market,
      clock,
      propose: (orders) => supervisor.propose(orders),
      restart: (reason, lostOwner) => supervisor.restart(reason, lostOwner),
      cycle: () => supervisor.cycle(),
      open,
      stop,
    }
  } catch (error) {
    giveUp(started, error)
    await supervisor.stop()
    throw error
  }
}

/** Events that wait for the start are given up with it. */
function giveUp(started: PromiseWithResolvers<void>, reason: unknown): void {
  started.promise.catch(() => undefined)
  started.reject(reason)
}

const REMEMBER_EVERY_CYCLES = 8

function everySoOften(act: () => void): () => void {
  let cycles = 0
  return () => {
    cycles += 1
    if (cycles % REMEMBER_EVERY_CYCLES === 0) act()
  }
}
