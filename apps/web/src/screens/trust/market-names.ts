import type { TextKey } from '@rueda/text/keys.ts'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'

/** The word for each market that has days. */
export const marketWords = {
  US: 'market.us',
  AR: 'market.ar',
  TW: 'market.tw',
  FUT: 'market.futures',
  FX: 'market.forex',
  IDX: 'market.indices',
} as const satisfies Readonly<Record<MarketName, TextKey<'common'>>>
