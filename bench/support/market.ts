import { createHash } from 'node:crypto'
import { startsOfNewMarket } from '@rueda/exchange/prices/model-starts.ts'
import { type BuiltVenue, buildVenue } from '../../apps/server/src/venue/build-venue.ts'

/** The whole simulated market, always open, with the same prices in every run. */
export const openWholeMarket = (): BuiltVenue =>
  buildVenue({
    secret: createHash('sha256').update('bench').digest(),
    alwaysOpen: true,
    models: startsOfNewMarket(),
    replayFolder: null,
    scenario: null,
    openedOn: '2026-11-20',
  })
