import { createHash } from 'node:crypto'
import { type ReplayVenue, createReplayVenue } from '@rueda/exchange/replay/replay-venue.ts'
import { Tape } from '@rueda/exchange/replay/tape.ts'
import { followedMarket } from '@rueda/exchange/catalogue/followed-market.ts'
import { bindCommitments } from '@rueda/exchange/scenario/scenario-promise.ts'
import { ScenarioEvents } from '@rueda/exchange/scenario/scenario.ts'
import { simulatedVenue } from '@rueda/exchange/simulated-venue.ts'
import { type ModelStart, modelsFrom } from '@rueda/exchange/prices/model-starts.ts'
import { type MostListed, type WorldMarket, createWorldMarket } from '@rueda/exchange/world/world-market.ts'
import type { Venue } from '@rueda/exchange/venue.ts'
import type { MarketGroup } from '@rueda/rules/instruments/group.ts'
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
  /** The instruments that orders reach in this thread; left out, all of them. */
  group?: MarketGroup | undefined
  /** The data folder, in which finished days are kept for the next start; left out, they are not. */
  dataFolder?: string | undefined
}>

export type BuiltVenue = Readonly<{
  venue: Venue
  group?: MarketGroup | undefined
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
  /** The same outside market, on which nothing of a customer has happened yet; this one is then over. */
  again: (group: MarketGroup | undefined) => BuiltVenue
}>

export const buildVenue = (recipe: VenueRecipe): BuiltVenue =>
  recipe.replayFolder === null ? buildSimulated(recipe) : buildReplay(recipe.replayFolder)

function buildSimulated(recipe: VenueRecipe): BuiltVenue {
  const { scenario, dataFolder } = recipe
  const finished = dataFolder === undefined ? null : finishedDaysIn(dataFolder, recipe)
  const keys = keysOf(recipe)
  const opened = openWorld(recipe, keys, finished?.read() ?? null)
  const { market } = opened
  let { knownUntil } = opened
  const keepFinished = (now: Instant): void => {
    const until = dateOf(now - SURELY_OVER_MS)
    if (finished === null || (knownUntil !== null && knownUntil >= until)) return
    const markets = market.firstDays(until)
    try {
      finished.write({ until, markets })
      knownUntil = until
    } catch {
      // On a full disk the next start takes longer, and nothing else.
    }
  }
  const built = (group: MarketGroup | undefined, beforeOpening: BuiltVenue['beforeOpening']): BuiltVenue => ({
    venue: venueOver(market, scenario),
    group,
    logo: market.logo,
    beforeOpening,
    workAhead: market.workAhead,
    tellRounds: keys.tell,
    readableUntil: keys.readableUntil,
    recordedSessions: null,
    scenario,
    // The first days can only be kept before the market was asked anything, so that a later life keeps none.
    again: (own) => built(own, () => undefined),
  })
  return built(recipe.group, keepFinished)
}

type Drawn = Pick<VenueRecipe, 'secret' | 'vrf' | 'models' | 'alwaysOpen' | 'openedOn' | 'historyFrom' | 'mostListed'>
type Opened = Readonly<{ market: WorldMarket; knownUntil: CalendarDate | null }>

const NO_VRF: VrfDays = { secretKey: new Uint8Array(), starts: [], known: [], alwaysOpen: false, rounds: null }
const keysOf = ({ secret, vrf }: Drawn): VrfKeys => vrfKeys(vrf ?? NO_VRF, dayKeysOf(secret))

/** The world with what is known of its finished days; it takes that over, and nobody holds on to it. */
function openWorld({ models, historyFrom, ...recipe }: Drawn, { dayKey, isVrf }: VrfKeys, known: Saved | null): Opened {
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

/** Venues of one market's prices, each as if nothing had happened on it yet. */
export function venuesOf(recipe: Drawn & Pick<VenueRecipe, 'scenario'>): () => Venue {
  const { market } = openWorld(recipe, keysOf(recipe), null)
  return () => venueOver(market, recipe.scenario)
}

const venueOver = (world: WorldMarket, scenario: string | null): Venue =>
  scenario === null ? simulatedVenue({ world, scenario: null }) : withPromisedScenario(world, scenario)

const withPromisedScenario = (world: WorldMarket, text: string): Venue =>
  simulatedVenue({
    world,
    scenario: new ScenarioEvents(parseScenario(text), followedMarket),
    commitments: (now, since) => bindCommitments(world.commitments(now, since), scenarioHash(text), sha256),
  })

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
    again: () => buildReplay(folder),
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
