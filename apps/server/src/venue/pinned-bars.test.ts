import { createHash } from 'node:crypto'
import { startsOfNewMarket } from '@rueda/exchange/prices/model-starts.ts'
import type { BarInterval, BarRequest, Venue } from '@rueda/exchange/venue.ts'
import { DAY_MS } from '@rueda/rules/time.ts'
import { describe, expect, it } from 'vitest'
import { buildVenue } from './build-venue.ts'

/**
 * Bars of a market with a known secret, of every kind of listing and every length, as they have always been: whatever makes
 * charts faster must not move a single price (`docs/rules/price-model.md` C.7). A digest that changes means other history
 * for every customer, so it is only written anew together with a new price model.
 */
const NOW = Date.UTC(2026, 10, 20, 16, 30, 7)
const EARLIER = 40 * DAY_MS + 12_345_678
const LIMITS: Readonly<Record<BarInterval, number>> = {
  '1m': 300,
  '5m': 200,
  '15m': 150,
  '30m': 100,
  '60m': 100,
  'day': 150,
  'week': 30,
  'month': 12,
}

const ALWAYS_OPEN = {
  'US:ARDV': 'abcf63730e9f2c31',
  'IDX:US500': '9caa7cb1a16845a3',
  'FX:EURUSD': '921571b505cc7ad8',
  'FX:EURJPY': '28331f1713ba2573',
  'FX:GBPJPY': 'a3af6f20d84e9862',
  'FX:EURGBP': '33cc4e64ea52187e',
  'FUT:SES-2026Z': 'f384b610582f7414',
  'FUT:S6E-2026Z': '3c43b1ea8ac17f13',
  'FUT:SNG-2027F': '4696f261e8fcefcd',
  'FUT:STX-2026Z': '27a17bc6446f39ba',
  'FUT:SZC-2027H': '76b623c0e48287e0',
  'AR:PMSR': 'c0a6b660ad17df14',
  'TW:7203': '158c30f5050d4dab',
  'AR:GRHL': 'db6b5d7b0418146b',
} as const
const WITH_HOURS = {
  'US:ARDV': '0fc73ac999064365',
  'IDX:US500': '8073e9e332c6ae0f',
  'FX:EURUSD': '205faa10ae698a20',
  'FX:EURJPY': 'b5458c6bdf02fb4f',
  'FX:GBPJPY': 'd7f2e7380a1bcd90',
  'FX:EURGBP': '2bb9584941c93d54',
  'FUT:SES-2026Z': '5114c68cbeb5bdc6',
  'FUT:S6E-2026Z': '155a840a49c000e2',
  'FUT:SNG-2027F': '116b5236007cac0f',
  'FUT:STX-2026Z': '7af5a7b9417e20dc',
  'FUT:SZC-2027H': '66b7769a27681d38',
  'AR:PMSR': 'fc3543359117d7a7',
  'TW:7203': '5876a0bede30594c',
  'AR:GRHL': '7af83a22eb884fed',
} as const

function digestOf(venue: Venue, instrumentId: string): string {
  const hash = createHash('sha256')
  for (const [interval, limit] of Object.entries(LIMITS) as [BarInterval, number][]) {
    const requests: readonly BarRequest[] = [
      { instrumentId, interval, until: NOW, limit, hours: 'regular', adjust: 'split' },
      { instrumentId, interval, until: NOW - EARLIER, limit: Math.ceil(limit / 4), hours: 'extended', adjust: 'none' },
    ]
    for (const request of requests) hash.update(textOf(venue.bars(request, NOW)))
  }
  return hash.digest('hex').slice(0, 16)
}

const textOf = (value: unknown): string => JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? each.toString() : each))

describe.each([
  ['always open', true, ALWAYS_OPEN],
  ['with the exchanges’ hours', false, WITH_HOURS],
] as const)('%s', (_, alwaysOpen, digests) => {
  const { venue } = buildVenue({
    secret: createHash('sha256').update('pinned bars').digest(),
    alwaysOpen,
    models: startsOfNewMarket(),
    replayFolder: null,
    scenario: null,
    openedOn: '2026-11-20',
  })
  venue.advance(NOW)

  it.each(Object.entries(digests))('%s has the bars that it has always had', (id, digest) => {
    expect(digestOf(venue, id)).toBe(digest)
  })
})
