import { createHash } from 'node:crypto'
import { priceTierOf } from '@rueda/exchange/catalogue/price-tiers.ts'
import { type ClosableMarket, closableMarket } from '@rueda/exchange/closures/closable-market.ts'
import { guardMarket } from '@rueda/exchange/interruptions/guarded-market.ts'
import { type ReplayVenue, createReplayVenue } from '@rueda/exchange/replay/replay-venue.ts'
import { Tape } from '@rueda/exchange/replay/tape.ts'
import { followedMarket } from '@rueda/exchange/catalogue/followed-market.ts'
import { overrideMarket } from '@rueda/exchange/override-market.ts'
import { withCloseOnly } from '@rueda/exchange/scenario/close-only.ts'
import { withScenario } from '@rueda/exchange/scenario/scenario-market.ts'
import { bindCommitments } from '@rueda/exchange/scenario/scenario-promise.ts'
import { ScenarioEvents, haltsOf } from '@rueda/exchange/scenario/scenario.ts'
import { type MarketOfVenue, createSimVenue } from '@rueda/exchange/sim-venue.ts'
import { type ModelStart, modelsFrom } from '@rueda/exchange/prices/model-starts.ts'
import { type MostListed, type WorldMarket, createWorldMarket } from '@rueda/exchange/world/world-market.ts'
import type { Venue } from '@rueda/exchange/venue.ts'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import { type CalendarDate, DAY_MS, type Instant } from '@rueda/rules/time.ts'
import { type Saved, finishedDaysIn } from './finished-days.ts'
import { leanFiles } from './lean-files.ts'
import type { OpenSpan } from './messages.ts'
import { parseScenario, scenarioHash } from './scenario-file.ts'
import { dayKeysOf } from './secret.ts'
import { type DayRound, type VrfDays, type VrfKeys, vrfKeys } from './vrf-days.ts'

/** Everything a venue is made from; it crosses into the worker thread, so it is plain data. */
export type VenueRecipe = Readonly<{
  secret: Uint8Array
  /** Days that nobody chooses; null or left out where none are. */
  vrf?: VrfDays | null
  /** The day from which each market has each price model. */
  models: readonly ModelStart[]
  alwaysOpen: boolean
  replayFolder: string | null
  /** Its text; null for none. */
  scenario: string | null
  /** The date of this start: contract months within a year of it are known from the beginning, later ones as time goes on. */
  openedOn: CalendarDate
  /** The first day of history; left out, there are years of it. A market has to keep to the one it began with. */
  historyFrom?: CalendarDate | undefined
  mostListed?: MostListed | undefined
  /** The data folder, in which finished days are kept for the next start; left out, they are not. */
  dataFolder?: string | undefined
}>

export type BuiltVenue = Readonly<{
  venue: Venue
  logo: (instrumentId: string) => string | null
  /** Called once, before the market is asked anything: keeps the days that are over for the next start. */
  beforeOpening: (now: Instant) => void
  /** Called after each cycle: prepares a little of the data that charts will request. */
  workAhead: (now: Instant) => void
  /** Takes up what was decided of the rounds that days wait for; the market's time goes no further than the keys that can be read. */
  tellRounds: (rounds: readonly DayRound[]) => void
  readableUntil: () => Instant
  recordedSessions: readonly OpenSpan[] | null
  scenario: string | null
}>

export const buildVenue = (recipe: VenueRecipe): BuiltVenue =>
  recipe.replayFolder === null ? buildSimulated(recipe) : buildReplay(recipe.replayFolder)

function buildSimulated(recipe: VenueRecipe): BuiltVenue {
  const { scenario, dataFolder } = recipe
  const finished = dataFolder === undefined ? null : finishedDaysIn(dataFolder, recipe)
  const keys = keysOf(recipe)
  const { market, knownUntil } = openWorld(recipe, keys, finished?.read() ?? null)
  const closable = closableMarket(market)
  return {
    venue: createSimVenue(marketWith(closable, scenario), { closeDays: closable.closeDays, list: market.list }),
    logo: market.logo,
    beforeOpening: (now) => {
      const until = dateOf(now - SURELY_OVER_MS)
      if (finished === null || (knownUntil !== null && knownUntil >= until)) return
      const markets = market.firstDays(until)
      try {
        finished.write({ until, markets })
      } catch {
        // On a full disk the next start takes longer, and nothing else.
      }
    },
    workAhead: market.workAhead,
    tellRounds: keys.tell,
    readableUntil: keys.readableUntil,
    recordedSessions: null,
    scenario,
  }
}

type Opened = Readonly<{ market: WorldMarket; knownUntil: CalendarDate | null }>

const NO_VRF: VrfDays = { secretKey: new Uint8Array(), starts: [], known: [], alwaysOpen: false, rounds: null }
const keysOf = ({ secret, vrf }: VenueRecipe): VrfKeys => vrfKeys(vrf ?? NO_VRF, dayKeysOf(secret))

/** The world with what is known of its finished days; it takes that over, and nobody holds on to it. */
function openWorld({ models, historyFrom, ...recipe }: VenueRecipe, { dayKey, isVrf }: VrfKeys, known: Saved | null): Opened {
  const { alwaysOpen, openedOn, mostListed } = recipe
  const history = historyFrom === undefined ? {} : { startDate: historyFrom }
  const drawn = {
    dayKey,
    sha256,
    isPromised: (market: MarketName, date: CalendarDate) => !isVrf(market, date),
    modelOn: modelsFrom(models),
    saved: known?.markets,
  }
  return { market: createWorldMarket({ ...drawn, ...history, alwaysOpen, openedOn, mostListed }), knownUntil: known?.until ?? null }
}

/** The market with its scenario, if it has one, and its guards. */
function marketWith({ market, hasReopened }: ClosableMarket, scenario: string | null): MarketOfVenue {
  if (scenario === null) return guardMarket({ market, tierOf: priceTierOf, hasReopened })
  const events = new ScenarioEvents(parseScenario(scenario), followedMarket)
  const promised = overrideMarket(withScenario(market, events), {
    commitments: (now, since) => bindCommitments(market.commitments(now, since), scenarioHash(scenario), sha256),
  })
  const guarded = guardMarket({
    market: promised,
    tierOf: priceTierOf,
    scheduledStops: (instrument) => haltsOf(events, instrument),
    hasReopened,
  })
  return withCloseOnly(guarded, events)
}

/** A day of any market is over by then, wherever it began. */
const SURELY_OVER_MS = 2 * DAY_MS
const DATE_LENGTH = 10
const dateOf = (at: Instant): CalendarDate => new Date(at).toISOString().slice(0, DATE_LENGTH)

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()

function buildReplay(folder: string): BuiltVenue {
  const venue = createReplayVenue({ files: leanFiles(folder) })
  // Real companies' logos are not part of the recording.
  return {
    venue,
    logo: () => null,
    beforeOpening: () => undefined,
    workAhead: () => undefined,
    tellRounds: () => undefined,
    readableUntil: () => Number.POSITIVE_INFINITY,
    recordedSessions: recordedSessions(venue),
    scenario: null,
  }
}

/** Returns true when a folder holds any day to replay; only its names are read. */
export const hasRecordedDays = (folder: string): boolean => new Tape(leanFiles(folder)).dates.length > 0

const REPLAYED_MARKET: MarketName = 'US'

function recordedSessions(venue: ReplayVenue): OpenSpan[] {
  const spans: OpenSpan[] = []
  for (let open: number | null = venue.firstOpen; open !== null; open = venue.nextSessionOpen(open)) {
    spans.push({ opensAt: open, closesAt: venue.session(REPLAYED_MARKET, open).closesAt })
  }
  return spans
}
