import { sourceOfMarket } from '@rueda/contract/codes.ts'
import type { AlertDelivery, Alert as AlertRow } from '@rueda/contract/alerts.ts'
import type { Alert } from '@rueda/rules/alerts/alert.ts'
import { isPrice } from '@rueda/rules/alerts/alert-request.ts'
import { formatScaled } from '@rueda/rules/decimal.ts'
import { type Instrument, decimalsAt } from '@rueda/rules/instruments/instrument.ts'
import { formatPrice } from '@rueda/rules/instruments/terms.ts'
import type { VenueClient } from '../../venue/client.ts'
import type { Delivery } from './store.ts'

/** The only place where an alert becomes JSON. One of an instrument that the venue no longer lists is null. */
type Presenting = Pick<VenueClient, 'instruments' | 'quote' | 'label'>

export function presentAlert(venue: Presenting, alert: Alert): AlertRow | null {
  const instrument = venue.instruments.get(alert.instrumentId)
  if (instrument === undefined) return null
  const quote = venue.quote(alert.instrumentId)
  return {
    id: alert.id,
    ...presentInstrument(instrument, quote?.last ?? alert.level),
    kind: alert.kind,
    level: levelText(instrument, alert),
    repeats: alert.repeats ? 1 : 0,
    status: alert.status,
    price_nominal: quote === null ? null : formatPrice(instrument, quote.last),
    createTimestamp: alert.createdAt,
    firedTimestamp: alert.firedAt,
    venue: venue.label,
  }
}

export function presentDelivery(venue: Presenting, delivery: Delivery): AlertDelivery | null {
  const instrument = venue.instruments.get(delivery.instrumentId)
  if (instrument === undefined) return null
  return {
    id: delivery.id,
    alertId: delivery.alertId,
    messageId: delivery.messageId,
    ...presentInstrument(instrument, delivery.price),
    kind: delivery.kind,
    level: levelText(instrument, delivery),
    price: formatPrice(instrument, delivery.price),
    pushed: delivery.pushedAt === null ? 0 : 1,
    attempts: delivery.attempts,
    createTimestamp: delivery.at,
    venue: venue.label,
  }
}

const presentInstrument = (instrument: Instrument, price: bigint) => ({
  name: instrument.name,
  stockCode: instrument.code,
  code: instrument.id,
  market: instrument.market,
  source: sourceOfMarket[instrument.market],
  currency: instrument.currency,
  decimals: decimalsAt(instrument, price),
  localLogoUrl: `/logos/${instrument.market}/${instrument.code}.svg`,
})

const levelText = (instrument: Instrument, { kind, level }: Pick<Alert, 'kind' | 'level'>): string =>
  isPrice(kind) ? formatPrice(instrument, level) : formatScaled(level)
