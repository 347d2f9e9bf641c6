import { type Derivation, amountOf } from '@rueda/rules/figures/derivation.ts'
import { least } from '@rueda/rules/decimal.ts'
import { ratesIn } from '@rueda/rules/fees/versions.ts'
import { feesOf } from '@rueda/rules/instruments/terms.ts'
import { deriveInitial, deriveOpeningCost, deriveTraded } from '@rueda/rules/margin/derive-opening.ts'
import { deriveLiquidation } from '@rueda/rules/margin/derive-margin.ts'
import { requirementOf } from '@rueda/rules/margin/requirement.ts'
import { type OrderFigure, deriveCost, deriveOrderCharges, deriveValue } from '@rueda/rules/orders/derive-cost.ts'
import { lotsIn } from '@rueda/rules/orders/split-lots.ts'
import { boughtOn } from '@rueda/rules/positions/position.ts'
import { type PricedOrder, likelyPrice } from './preview.ts'
import { type PricedMarginOrder, likelyMarginPrice, openedBy } from './preview-margin.ts'

/** A figure of an order before it is placed, with what it is made of; null where such an order has no such figure. */
export function explainOrder(priced: PricedOrder, figure: OrderFigure): Derivation | null {
  const { instrument, request, terms, position } = priced
  const price = likelyPrice(priced)
  const rates = ratesIn(terms.fees, instrument.market)
  const { side } = request
  let sameDay = position === null ? 0n : boughtOn(position, terms.tradeDate)
  const lots = lotsIn(instrument, request.quantity).map((quantity) => {
    const sameDayQuantity = least(quantity, sameDay)
    sameDay -= sameDayQuantity
    return { quantity, fees: feesOf(instrument, quantity, rates), sameDayQuantity }
  })
  const asked = { instrumentId: instrument.id, side, lots, tradeDate: terms.tradeDate }
  switch (figure) {
    case 'value':
      return deriveValue(asked, price)
    case 'charges':
      return deriveOrderCharges(asked, price)
    case 'totalCost':
      return deriveCost(asked, price)
    default:
      return null
  }
}

/** The same of an order on margin that opens a position. */
export function explainMarginOrder(priced: PricedMarginOrder, figure: OrderFigure): Derivation | null {
  const { instrument, rate, request } = priced
  const price = likelyMarginPrice(priced)
  const opening = { instrument, rate, price, quantity: request.quantity, leverage: request.leverage }
  const closes = priced.position !== undefined
  switch (figure) {
    case 'value':
      return deriveTraded(opening)
    case 'charges':
      return amountOf('USD', closes ? priced.priced.closingFee : priced.priced.openingFee, { name: 'charges' })
    case 'totalCost':
      return closes ? null : deriveOpeningCost(opening, priced.priced.openingFee)
    case 'margin':
      return closes ? null : deriveInitial(opening)
    case 'liquidation': {
      if (closes) return null
      const { contract, currency } = instrument
      const asks = requirementOf({ contract, currency, rate, price, quantity: request.quantity, leverage: request.leverage })
      return deriveLiquidation({ position: { ...openedBy(request, price, asks), instrumentId: instrument.id }, instrument, rate })
    }
  }
}
