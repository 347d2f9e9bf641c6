import type { Market, Source } from '../codes.ts'

/** `docs/rules/codes.md` 0.6: the markets that each source of an instrument may mean, first the one that it means alone; for tests. */
export const marketsOf: Readonly<Record<Source, readonly Market[]>> = {
  0: ['US'],
  2: ['FX'],
  3: ['FUT'],
  4: ['US', 'TW'],
  5: ['US', 'TW'],
  7: ['TW'],
  8: ['US', 'TW'],
  99: ['IDX'],
  ARG: ['AR'],
}
