import { describe, expect, test } from 'vitest'
import { type Market, type Source, listSources, requestedMarket, markets } from './codes.ts'

/** `domain.md` 0.6: what the source of an instrument says of its market, alone and beside the market's own name. */
const marketsOf: Readonly<Record<Source, readonly Market[]>> = {
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

describe('the market of an instrument', () => {
  test.each(listSources.map((source) => [source] as const))('source %s alone is enough', (source) =>
    expect(requestedMarket({ source })).toBe(marketsOf[source][0]),
  )

  test.each(markets.map((market) => [market] as const))('market %s alone is enough', (market) =>
    expect(requestedMarket({ market })).toBe(market),
  )

  test.each(listSources.flatMap((source) => markets.map((market) => [source, market] as const)))(
    'source %s with market %s agree, or nothing is found',
    (source, market) => expect(requestedMarket({ source, market })).toBe(marketsOf[source].includes(market) ? market : null),
  )

  test('neither is the United States’, or what the caller says', () =>
    expect([requestedMarket({}), requestedMarket({}, 'FX')]).toEqual(['US', 'FX']))
})
