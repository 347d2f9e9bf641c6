import { describe, expect, test } from 'vitest'
import { listSources, markets, requestedMarket, sources } from './codes.ts'
import { marketsOf } from './testing/markets-of-sources.ts'

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

  test('no two markets have one source', () => expect(new Set(sources.map(String)).size).toBe(markets.length))

  test('neither is the United States’, or what the caller says', () =>
    expect([requestedMarket({}), requestedMarket({}, 'FX')]).toEqual(['US', 'FX']))
})
