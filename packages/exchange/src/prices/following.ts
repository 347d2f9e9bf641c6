import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import { ARGENTINE_BETA } from '../catalogue/argentine-companies.ts'
import { TAIWANESE_BETA } from '../catalogue/taiwanese-companies.ts'
import type { Following } from './leader.ts'

/** Parts of New York's move that show in the other exchanges' own indices (`docs/rules/price-model.md` C.2). */
export const NEW_YORK_IN_TAIPEI = 0.35
const NEW_YORK_IN_BUENOS_AIRES = 0.4

/** Null where a market goes its own way, or is put together from others. */
export const followings: Readonly<Record<MarketName, Following | null>> = {
  US: null,
  AR: { share: NEW_YORK_IN_BUENOS_AIRES / ARGENTINE_BETA, days: 'same' },
  TW: { share: NEW_YORK_IN_TAIPEI / TAIWANESE_BETA, days: 'before' },
  FUT: null,
  FX: null,
  IDX: null,
}
