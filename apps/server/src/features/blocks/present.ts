import type { BlockQuote as BlockQuoteRow, BlockStock, ShareLock as ShareLockRow } from '@rueda/contract/blocks.ts'
import { directionOfSide } from '@rueda/contract/codes.ts'
import { blockFeesOf } from '@rueda/rules/blocks/fees.ts'
import { MIN_BLOCK, largestBlock, premiumOf } from '@rueda/rules/blocks/price.ts'
import { SCALE, divide, formatScaled, percentText } from '@rueda/rules/decimal.ts'
import { chargesOn, totalOf } from '@rueda/rules/fees/schedule.ts'
import { type Instrument, decimalsAt } from '@rueda/rules/instruments/instrument.ts'
import { formatPrice } from '@rueda/rules/instruments/terms.ts'
import { formatMinor, notional } from '@rueda/rules/money.ts'
import type { ShareLock } from '@rueda/rules/positions/share-lock.ts'
import type { VenueClient } from '../../venue/client.ts'
import { unlockDate } from '../orders/unlock-date.ts'
import type { BlockQuote } from './store.ts'
import type { Quoted } from './terms.ts'

/** The only place where a quote of the block desk becomes JSON. */
export function presentBlockQuote(venue: VenueClient, instrument: Instrument, quote: BlockQuote): BlockQuoteRow {
  const { id, side, quantity, price, mid, lockDays, expiresAt } = quote
  const { currency, market, code } = instrument
  const { tradeDate } = venue.session(market)
  const amount = notional(price, quantity, currency, 'HALF_UP')
  const charges = chargesOn(blockFeesOf(instrument, quantity), { side, notional: amount, quantity, tradeDate })
  const text = (minor: bigint): string => formatMinor(minor, currency)
  const all = totalOf(charges)
  const fee = totalOf(charges.filter(({ goesTo }) => goesTo === 'fee'))
  return {
    ...{
      quoteId: id,
      stockCode: code,
      direction: directionOfSide[side],
      quantity: formatScaled(quantity),
      price: formatPrice(instrument, price),
    },
    referencePrice: formatScaled(mid, decimalsAt(instrument, mid)),
    premiumPct: percentText(premiumOf(price, mid)),
    ...{ amount: text(amount), fee: text(fee), tax: text(all - fee), total: text(side === 'buy' ? amount + all : amount - all), currency },
    lockDays: side === 'buy' ? lockDays : 0,
    unlockDate: side === 'buy' ? unlockDate(venue, market, tradeDate, lockDays) : null,
    expireTimestamp: expiresAt,
    venue: venue.label,
  }
}

export function presentStock({ instrument, quote, facts }: Quoted): BlockStock {
  const { code, name, market, currency } = instrument
  const { last, previousClose, at } = quote
  return {
    ...{ stockCode: code, name, market, currency, price: formatPrice(instrument, last) },
    zdf: percentText(previousClose === 0n ? 0n : divide((last - previousClose) * SCALE, previousClose, 'HALF_UP')),
    decimals: decimalsAt(instrument, last),
    localLogoUrl: `/logos/${market}/${code}.svg`,
    averageVolume: formatScaled(facts.averageVolume),
    minQuantity: formatScaled(MIN_BLOCK),
    maxQuantity: formatScaled(largestBlock(facts)),
    marketDateTimestamp: at,
  }
}

export function presentLock(venue: VenueClient, { id, instrumentId, quantity, unlocksOn, lockedAt }: ShareLock): ShareLockRow {
  const instrument = venue.instruments.get(instrumentId)
  if (instrument === undefined) throw new Error(`locked shares of an instrument the venue does not know: ${instrumentId}`)
  const { code: stockCode, name, market } = instrument
  return { id, stockCode, name, market, quantity: formatScaled(quantity), unlockDate: unlocksOn, lockTimestamp: lockedAt }
}
