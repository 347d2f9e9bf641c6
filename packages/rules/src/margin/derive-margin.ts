import { type Derivation, type Subject, amountOf, figureOf, minus, over, plus, priceOf, sumOf, times } from '../figures/derivation.ts'
import { SCALE } from '../decimal.ts'
import type { DollarRate } from './dollar-rate.ts'
import { exactLiquidationPrice, liquidationPrice, rateOfLiquidation } from './liquidation-price.ts'
import { type MarginPosition, meanPrice } from './position.ts'
import { type MarginInstrument, marketValueAt, valueMargin } from './valuation.ts'

/** The figures of a position on margin that can be explained. */
export const marginFigures = ['value', 'equity', 'floating', 'marginRatio', 'liquidation', 'today'] as const
export type MarginFigure = (typeof marginFigures)[number]

/** What a figure of the liquidation needs of a position, open or only asked for. */
type Sized = Readonly<{
  position: Pick<MarginPosition, 'side' | 'quantity' | 'basis' | 'margin' | 'requirement' | 'instrumentId'>
  instrument: MarginInstrument
  rate: DollarRate
}>
export type Margined = Readonly<{
  position: MarginPosition
  instrument: MarginInstrument
  rate: DollarRate
  mark: bigint
  /** Today's result, and what of it is fees, interest and the like, in cents; null where there is no day for it. */
  today: Readonly<{ result: bigint; besides: bigint }> | null
}>

/** A figure of a position on margin with what it is made of; null where there is no such figure (`docs/rules/margin.md`). */
export function deriveMargin(margined: Margined, figure: MarginFigure): Derivation | null {
  const { position, today } = margined
  const about: Subject = { kind: 'position', id: position.id }
  switch (figure) {
    case 'value':
      return deriveNotional(margined)
    case 'floating':
      return deriveMarginResult(margined)
    case 'equity':
      return deriveEquity(margined)
    case 'marginRatio': {
      const { ratio } = valueMargin(position, margined.mark, margined.instrument.contract, margined.rate)
      const parts = [plus(deriveEquity(margined)), over(deriveMaintenance(margined))]
      return ratio === null ? null : figureOf('percent', ratio * PERCENT, { name: 'marginRatio', about, parts })
    }
    case 'liquidation':
      return deriveLiquidation(margined)
    case 'today': {
      if (today === null) return null
      const prices = amountOf('USD', today.result - today.besides, { name: 'floating' })
      const besides = amountOf('USD', today.besides, { name: 'besides' })
      return sumOf('USD', [plus(prices), plus(besides)], { name: 'today', about })
    }
  }
}

const PERCENT = 100n
const subject = ({ position }: Sized): Subject => ({ kind: 'instrument', id: position.instrumentId })
const size = ({ position, instrument: { contract } }: Sized) => [
  times(figureOf('quantity', position.quantity, { name: 'quantity' })),
  ...(contract.multiplier === SCALE ? [] : [times(figureOf('number', contract.multiplier, { name: 'multiplier' }))]),
]
/** Dollars for one unit of the quoted currency; nothing to say where that is the dollar. */
const converted = ({ instrument, rate }: Pick<Sized, 'instrument' | 'rate'>) =>
  instrument.currency === 'USD'
    ? []
    : [
        times(
          figureOf('number', (rate.numerator * SCALE) / rate.denominator, {
            name: 'rate',
            about: { kind: 'currency', id: instrument.currency },
          }),
        ),
      ]

function deriveNotional(margined: Margined): Derivation {
  const { position, instrument, mark, rate } = margined
  const parts = [
    plus(priceOf(instrument.currency, mark, { name: 'mark', about: subject(margined) })),
    ...size(margined),
    ...converted(margined),
  ]
  return amountOf('USD', marketValueAt(position, mark, instrument.contract, rate), { name: 'value', parts })
}

/** What the price has moved since the position's basis, for whom it moved, over the whole size. */
export function deriveMarginResult(margined: Margined): Derivation {
  const { position, instrument, mark, rate } = margined
  const { profit } = valueMargin(position, mark, instrument.contract, rate)
  const entry = priceOf(instrument.currency, meanPrice(position.basis, position.quantity), { name: 'entry' })
  const now = priceOf(instrument.currency, mark, { name: 'mark', about: subject(margined) })
  const [from, to] = position.side === 'buy' ? [entry, now] : [now, entry]
  const distance = priceOf(instrument.currency, to.value - from.value, { name: 'distance', parts: [plus(to), minus(from)] })
  const parts = [plus(distance), ...size(margined), ...converted(margined)]
  return amountOf('USD', profit, { name: 'floating', parts })
}

function deriveEquity(margined: Margined): Derivation {
  const margin = amountOf('USD', margined.position.margin, { name: 'margin' })
  return sumOf('USD', [plus(margin), plus(deriveMarginResult(margined))], { name: 'equity' })
}

const deriveMaintenance = ({ position }: Margined): Derivation => amountOf('USD', position.requirement.maintenance, { name: 'maintenance' })

/** From the entry, by what the margin can bear above its maintenance, to the price at which nothing of it is left. */
export function deriveLiquidation(margined: Sized): Derivation | null {
  const { position, instrument, rate } = margined
  const { currency } = instrument
  const exact = exactLiquidationPrice(position, instrument, rate)
  const shown = liquidationPrice(position, instrument, rate)
  if (exact === null || shown === null) return null
  const entry = meanPrice(position.basis, position.quantity)
  const spare = sumOf(
    'USD',
    [
      plus(amountOf('USD', position.margin, { name: 'margin' })),
      minus(amountOf('USD', position.requirement.maintenance, { name: 'maintenance' })),
    ],
    { name: 'spare' },
  )
  // Away from the entry as far as the spare margin bears; towards it where the margin is short of its maintenance already.
  const towards = position.side === 'buy' ? entry - exact : exact - entry
  const atLiquidation = { instrument, rate: rateOfLiquidation(position, instrument, rate) }
  const perUnit = [...size(margined), ...converted(atLiquidation)].map((part) => ({ ...part, sign: 'over' as const }))
  const distance = priceOf(currency, towards, { name: 'distance', parts: [plus(spare), ...perUnit] })
  const rounding = priceOf(currency, shown - exact, { name: 'rounding' })
  const signed = position.side === 'buy' ? minus(distance) : plus(distance)
  const parts = [plus(priceOf(currency, entry, { name: 'entry' })), signed, ...(rounding.value === 0n ? [] : [plus(rounding)])]
  return priceOf(currency, shown, { name: 'liquidation', about: subject(margined), parts })
}
