import { createHash } from 'node:crypto'
import { priceTierOf } from '@rueda/exchange/catalogue/price-tiers.ts'
import { guardMarket } from '@rueda/exchange/interruptions/guarded-market.ts'
import { createSimMarket } from '@rueda/exchange/prices/sim-market.ts'
import { type ReplayVenue, createReplayVenue } from '@rueda/exchange/replay/replay-venue.ts'
import { Tape } from '@rueda/exchange/replay/tape.ts'
import { createSimVenue } from '@rueda/exchange/sim-venue.ts'
import type { Venue } from '@rueda/exchange/venue.ts'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import { leanFiles } from './lean-files.ts'
import type { OpenSpan } from './messages.ts'
import { dayKeyOf } from './secret.ts'

/** Everything a venue is made from; it crosses into the worker thread, so it is plain data. */
export type VenueRecipe = Readonly<{ secret: Uint8Array; alwaysOpen: boolean; replayFolder: string | null }>

export type BuiltVenue = Readonly<{
  venue: Venue
  logo: (instrumentId: string) => string | null
  recordedSessions: readonly OpenSpan[] | null
}>

export const buildVenue = (recipe: VenueRecipe): BuiltVenue =>
  recipe.replayFolder === null ? buildSimulated(recipe) : buildReplay(recipe.replayFolder)

function buildSimulated({ secret, alwaysOpen }: VenueRecipe): BuiltVenue {
  const market = createSimMarket({
    dayKey: (market, date) => dayKeyOf(secret, market, date),
    sha256: (bytes) => createHash('sha256').update(bytes).digest(),
    alwaysOpen,
  })
  return { venue: createSimVenue(guardMarket({ market, tierOf: priceTierOf })), logo: market.logo, recordedSessions: null }
}

function buildReplay(folder: string): BuiltVenue {
  const venue = createReplayVenue({ files: leanFiles(folder) })
  // Real companies' logos are not part of the recording.
  return { venue, logo: () => null, recordedSessions: recordedSessions(venue) }
}

/** Whether a folder holds any day to replay; only its names are read. */
export const hasRecordedDays = (folder: string): boolean => new Tape(leanFiles(folder)).dates.length > 0

const REPLAYED_MARKET: MarketName = 'US'

function recordedSessions(venue: ReplayVenue): OpenSpan[] {
  const spans: OpenSpan[] = []
  for (let open: number | null = venue.firstOpen; open !== null; open = venue.nextSessionOpen(open)) {
    spans.push({ opensAt: open, closesAt: venue.session(REPLAYED_MARKET, open).closesAt })
  }
  return spans
}
