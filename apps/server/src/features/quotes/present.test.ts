import { usTicks } from '@rueda/rules/markets/us.ts'
import type { Quote } from '@rueda/exchange/venue.ts'
import { scaled } from '@rueda/rules/decimal.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import { expect, test } from 'vitest'
import type { VenueClient } from '../../venue/client.ts'
import { presentQuote, presentQuoteFrame } from './present.ts'
import { popular, topList } from './rankings.ts'

const share = (code: string): Instrument => ({
  id: `US:${code}`,
  market: 'US',
  code,
  name: `${code} Company`,
  exchange: 'NASDAQ',
  currency: 'USD',
  ticks: usTicks,
  step: scaled('1'),
  minimumQuantity: scaled('1'),
  quoteOnly: false,
  contract: null,
})

const quoteOf = (code: string, more: Partial<Quote> = {}): Quote => ({
  instrumentId: `US:${code}`,
  last: scaled('182.41'),
  open: scaled('182.01'),
  high: scaled('182.90'),
  low: scaled('181.5'),
  previousClose: scaled('181.9'),
  bid: scaled('182.40'),
  ask: scaled('182.42'),
  bidQuantity: scaled('1200'),
  askQuantity: scaled('900'),
  volume: scaled('1203400'),
  turnover: scaled('219509194.00'),
  phase: 'OPEN',
  tradeDate: '2026-11-20',
  at: 1_795_186_860_123,
  ...more,
})

/** The values of the day on which all other facts of the companies are unknown. */
const appOf = (quotes: readonly Quote[], averageVolume30: bigint | null = null) => {
  const byId = new Map(quotes.map((quote) => [quote.instrumentId, quote]))
  const venue = {
    label: 'SIM',
    instruments: new Map(quotes.map(({ instrumentId }) => [instrumentId, share(instrumentId.slice(3))])),
    formerCodes: () => [],
    quote: (id: string) => byId.get(id) ?? null,
    halt: () => null,
    closes: () => [scaled('181.9'), scaled('182.41')],
    facts: () => (averageVolume30 === null ? null : { averageVolume30 }),
  } as unknown as VenueClient
  return { venue }
}

test('a quote with the figures of the rule book’s sample', () => {
  expect(presentQuote(appOf([quoteOf('ARDV')]), 'US:ARDV', { watched: true, closes: true })).toMatchObject({
    code: 'US:ARDV',
    price_nominal: '182.41',
    bid: '182.40',
    ask: '182.42',
    bidVolume: '1200',
    askVolume: '900',
    change: '0.51',
    change_ratio: '0.28',
    low: '181.50',
    volume: '1203400',
    turnover: '219509194.00',
    selfSelectStatus: 1,
    closes: ['181.90', '182.41'],
  })
})

test('in the evening the last price stands beside the regular close, each with its own move', () => {
  const extended = { session: 'POST', close: scaled('189.95'), closeBefore: scaled('188') } as const
  const evening = quoteOf('ARDV', { last: scaled('191'), previousClose: scaled('188'), phase: 'POST', extended })
  const extendedHours = {
    session: 'POST',
    regularClose: '189.95',
    regularChange: '1.95',
    regularChangeRatio: '1.04',
    change: '1.05',
    changeRatio: '0.55',
  }
  expect(presentQuote(appOf([evening]), 'US:ARDV')).toMatchObject({ price_nominal: '191.00', change: '3.00', extendedHours })
  expect(presentQuoteFrame(appOf([evening]), 'US:ARDV')).toMatchObject({ price_nominal: '191.00', extendedHours })
  expect(presentQuote(appOf([quoteOf('ARDV')]), 'US:ARDV')).not.toHaveProperty('extendedHours')
  expect(presentQuoteFrame(appOf([quoteOf('ARDV')]), 'US:ARDV')).not.toHaveProperty('extendedHours')
})

test('below a dollar prices have four decimals, and a fall its sign', () => {
  const penny = quoteOf('PNNY', { last: scaled('0.4999'), previousClose: scaled('0.51'), bid: 0n, bidQuantity: 0n })
  expect(presentQuote(appOf([penny]), 'US:PNNY')).toMatchObject({
    price_nominal: '0.4999',
    preClose: '0.5100',
    change: '-0.0101',
    change_ratio: '-1.98',
    decimals: 4,
    bid: null,
    bidVolume: null,
  })
})

test('what is unknown is null, and a close of zero divides nothing', () => {
  expect(presentQuote(appOf([]), 'US:NONE')).toBeNull()
  expect(presentQuoteFrame(appOf([]), 'US:NONE')).toBeNull()
  expect(presentQuote(appOf([quoteOf('NEWC', { previousClose: 0n })]), 'US:NEWC')).toMatchObject({ change_ratio: '0.00' })
})

const listedOf = (quotes: readonly Quote[]) => quotes.map((quote) => ({ instrument: share(quote.instrumentId.slice(3)), quote }))

test('gainers: by the change in percent, ties by code, without pennies, the hardly traded and the halted', () => {
  const quotes = [
    quoteOf('TWOB', { last: scaled('110'), previousClose: scaled('100') }),
    quoteOf('TWOA', { last: scaled('11'), previousClose: scaled('10') }),
    quoteOf('BEST', { last: scaled('12'), previousClose: scaled('10') }),
    quoteOf('PNNY', { last: scaled('0.9'), previousClose: scaled('0.1') }),
    quoteOf('THIN', { last: scaled('30'), previousClose: scaled('10'), turnover: scaled('99999.99') }),
    quoteOf('HALT', { last: scaled('30'), previousClose: scaled('10'), phase: 'HALT' }),
    quoteOf('FALL', { last: scaled('9'), previousClose: scaled('10') }),
  ]
  const ranked = topList(appOf(quotes).venue, listedOf(quotes), 'gainers', 20)
  expect(ranked.map(({ instrument }) => instrument.code)).toEqual(['BEST', 'TWOA', 'TWOB'])
})

test('popular: half for unusual turnover, three tenths for the change, two for new watchers', () => {
  const calm = { last: scaled('10'), previousClose: scaled('10'), volume: scaled('100') }
  const quotes = [
    quoteOf('BUSY', { ...calm, volume: scaled('900') }),
    quoteOf('MOVE', { ...calm, last: scaled('12') }),
    quoteOf('STAR', calm),
    quoteOf('NONE', calm),
  ]
  const venue = appOf(quotes, scaled('100')).venue
  const ranked = popular(venue, listedOf(quotes), new Map([['US:STAR', 5]]), 4)
  expect(ranked.map(({ instrument }) => instrument.code)).toEqual(['BUSY', 'MOVE', 'STAR', 'NONE'])
})
