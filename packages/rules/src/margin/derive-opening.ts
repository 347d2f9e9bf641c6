import { type Derivation, type Part, amountOf, figureOf, over, plus, priceOf, sumOf, times } from '../figures/derivation.ts'
import { SCALE } from '../decimal.ts'
import { type DollarRate, toCents } from './dollar-rate.ts'
import { requirementOf, valueOf } from './requirement.ts'
import type { MarginInstrument } from './valuation.ts'

type Opening = Readonly<{ instrument: MarginInstrument; rate: DollarRate; quantity: bigint; leverage: number; price: bigint }>

/** What is traded: price × size, in cents (`docs/rules/futures.md` B.4, `docs/rules/forex.md` B.5). */
export function deriveTraded({ instrument, rate, quantity, price }: Opening): Derivation {
  const { contract, currency, id } = instrument
  const parts = [
    plus(figureOf('quantity', quantity, { name: 'quantity' })),
    times(figureOf('number', contract.multiplier, { name: 'multiplier' })),
    times(priceOf(currency, price, { name: 'price', about: { kind: 'instrument', id } })),
    ...ratesOf({ instrument, rate }),
  ]
  return amountOf('USD', toCents(valueOf(contract, price, quantity), rate, 'HALF_UP'), { name: 'value', parts })
}

/** Dollars for one unit of the quoted currency; nothing to say where that is the dollar. */
const ratesOf = ({ instrument: { currency }, rate }: Pick<Opening, 'instrument' | 'rate'>): readonly Part[] =>
  currency === 'USD'
    ? []
    : [times(figureOf('number', (rate.numerator * SCALE) / rate.denominator, { name: 'rate', about: { kind: 'currency', id: currency } }))]

/** The margin that opening takes: of a pair its value over the leverage, of a future what its contract asks for. */
export function deriveInitial(opening: Opening): Derivation {
  const { instrument, rate, quantity, leverage, price } = opening
  const { contract, currency } = instrument
  const { initial } = requirementOf({ contract, currency, rate, price, quantity, leverage })
  return amountOf('USD', initial, { name: 'margin', parts: initialParts(opening) })
}

function initialParts(opening: Opening): readonly Part[] {
  const { contract, currency } = opening.instrument
  const count = plus(figureOf('quantity', opening.quantity, { name: 'quantity' }))
  if (contract.kind === 'pair') {
    // A pair with dollars in front is as large as it is, whatever its price.
    const worth =
      contract.base === 'USD'
        ? [count, times(figureOf('number', contract.multiplier, { name: 'multiplier' }))]
        : [plus(deriveTraded(opening))]
    return [...worth, over(figureOf('number', BigInt(opening.leverage) * SCALE, { name: 'leverage' }))]
  }
  const { kind, initial } = contract.margin
  if (kind === 'fixed') return [count, times(amountOf(currency, initial, { name: 'initial' })), ...ratesOf(opening)]
  return [plus(deriveTraded(opening)), times(figureOf('percent', initial * HUNDRED, { name: 'rate' }))]
}
const HUNDRED = 100n

/** What opening at the price of the moment would take out of the wallet: margin and fee. */
export const deriveOpeningCost = (opening: Opening, fee: bigint): Derivation =>
  sumOf('USD', [plus(deriveInitial(opening)), plus(amountOf('USD', fee, { name: 'charges' }))], { name: 'totalCost' })
