import { closeOnlyReasons } from '@rueda/rules/instruments/close-only.ts'
import { z } from 'zod'
import { markets } from './codes.ts'
import { date, decimal, flag, sourceCode, timestamp } from './fields.ts'

/** While it stands, only selling what is held, closing positions and cancelling orders are possible. */
export const closeOnly = z
  .object({ reason: z.enum(closeOnlyReasons), fromTimestamp: timestamp, untilTimestamp: timestamp })
  .meta({ id: 'CloseOnly' })

/**
 * Set while the last price is of before the open (PRE) or after the close (POST): the last regular close with the move to it from the
 * close before, and the last price's own move from that close (`docs/rules/quotes.md` P.11). Ratios are percent points.
 */
export const extendedHours = z
  .object({
    session: z.enum(['PRE', 'POST']),
    regularClose: decimal,
    regularChange: decimal,
    regularChangeRatio: decimal,
    change: decimal,
    changeRatio: decimal,
  })
  .meta({ id: 'ExtendedHours' })
export type ExtendedHours = z.output<typeof extendedHours>

/** One instrument as every list shows it (`docs/rules/quotes.md` A.2). Prices are decimal text with the tick's decimals. */
export const quote = z
  .object({
    name: z.string(),
    stock_code: z.string(),
    /** The canonical id, "US:ARDV": it keeps the first code when the shown one changes. */
    code: z.string(),
    /** The code it had before, for a year after the change. */
    formerCode: z.string().optional(),
    market: z.string(),
    marketType: z.string(),
    classify: z.string(),
    source: sourceCode,
    currency: z.string(),
    price_nominal: decimal,
    change: decimal,
    change_ratio: decimal,
    open: decimal,
    high: decimal,
    low: decimal,
    preClose: decimal,
    volume: decimal,
    turnover: decimal,
    bid: decimal.nullable(),
    ask: decimal.nullable(),
    bidVolume: decimal.nullable(),
    askVolume: decimal.nullable(),
    decimals: z.number().int(),
    /** 1 when a scenario moves this price today, or restricts what may be ordered. */
    scenario: flag.optional(),
    closeOnly: closeOnly.optional(),
    extendedHours: extendedHours.optional(),
    tradeStatus: z.enum(['PRE', 'OPEN', 'AUCTION', 'LUNCH', 'POST', 'CLOSED', 'HALT']),
    selfSelectStatus: flag,
    localLogoUrl: z.string(),
    updateTimeTimestamp: timestamp,
    venue: z.string(),
    delayedMinutes: z.number().int(),
    /** The last 50 closes for the small chart, oldest first; only in lists that ask for it. */
    closes: z.array(decimal).optional(),
  })
  .meta({ id: 'Quote' })
export type Quote = z.output<typeof quote>

const level = z.tuple([decimal, decimal])
export const depth = z.object({ bids: z.array(level), asks: z.array(level) }).meta({ id: 'Depth' })
export const trade = z
  .object({
    price: decimal,
    qty: decimal,
    direction: z.number().int(),
    tradeTimestamp: timestamp,
    sequence: z.number().int(),
    /** Set for a trade of the block desk, which counts in no other figure. */
    block: flag.optional(),
  })
  .meta({ id: 'Trade' })

/** The worth of one lot of a pair; amounts are dollars for one lot, a night's below zero where it costs. */
export const pairTerms = z
  .object({
    base: z.string(),
    lotUnits: decimal,
    pip: decimal,
    largestLeverage: z.number().int(),
    pipValue: decimal.nullable(),
    swapLong: decimal.nullable(),
    swapShort: decimal.nullable(),
    /** In pips; null where the venue promises none. */
    typicalSpread: decimal.nullable(),
    /** A year's interest of each currency, and the brokerage's part of the difference, in percent. */
    baseRate: decimal,
    quoteRate: decimal,
    markup: decimal,
    /** The nights the next rollover counts: three where a weekend lies between the value dates, none on a day that has no rollover. */
    nightsTonight: z.number().int(),
  })
  .meta({ id: 'PairTerms' })

/** A certificate on a share abroad: `ratio` of them are one share. `rate`: pesos for a dollar; `premium`: over parity, in percent. */
export const certificateTerms = z
  .object({
    ratio: z.number().int(),
    underlying: z.string(),
    underlyingPrice: decimal,
    rate: decimal,
    parity: decimal,
    premium: decimal,
  })
  .meta({ id: 'CertificateTerms' })

/** When the book for less than a lot matches: every so many seconds from the first call to the last, and once after the session. */
export const oddLotCalls = z
  .object({
    everySeconds: z.number().int(),
    firstTimestamp: timestamp,
    lastTimestamp: timestamp,
    afterMarketTimestamp: timestamp.nullable(),
  })
  .meta({ id: 'OddLotCalls' })
export type OddLotCalls = z.output<typeof oddLotCalls>

export const indexRegions = ['americas', 'europe', 'asia'] as const

/** The make-up of an index; without members it has a price of its own. */
export const indexTerms = z
  .object({
    region: z.enum(indexRegions),
    members: z
      .object({
        count: z.number().int(),
        weighting: z.enum(['capitalisation', 'price']),
        market: z.enum(markets),
        /** The codes of those that weigh most, the heaviest first. */
        largest: z.array(z.string()),
      })
      .nullable(),
  })
  .meta({ id: 'IndexTerms' })

const tradedPrices = { open: decimal, high: decimal, low: decimal, close: decimal, volume: decimal, turnover: decimal }

export const bar = z.object({
  timestamp,
  ...tradedPrices,
  partial: flag.optional(),
  /** 1 when nothing could be traded in a part of it: a pause or a halt. */
  halt: flag.optional(),
  /** The bar of the market outside our customers, where they have traded; the path of the day gives it again. */
  outside: z.object(tradedPrices).optional(),
})
export type KlineBar = z.output<typeof bar>

/** Newest first; `amount` per share of a dividend, `ratio` "7:1" of a split: seven new shares for one old; both codes of a rename. */
export const corporateAction = z
  .object({
    kind: z.enum(['dividend', 'split', 'rename']),
    exDate: date,
    payDate: date.nullable(),
    amount: decimal.nullable(),
    ratio: z.string().nullable(),
    oldCode: z.string().nullable(),
    newCode: z.string().nullable(),
  })
  .meta({ id: 'CorporateAction' })
export type CorporateActionRow = z.output<typeof corporateAction>
