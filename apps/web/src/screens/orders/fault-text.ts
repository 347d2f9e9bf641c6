import { formatScaled } from '@rueda/rules/decimal.ts'
import { marketTermsOf } from '@rueda/rules/instruments/terms.ts'
import { formatNumber, formatPercent, formatPrice, formatQuantity } from '@rueda/ui/formats/format.ts'
import type { Language } from '@rueda/ui/formats/languages.ts'
import { finish } from '@rueda/ui/fields/typing.ts'
import type { Translate } from '../../shared/text/text.ts'
import { decimalsOfTick, tickFor } from './prices.ts'
import { MIN_TRAIL, MAX_TRAIL, exitsStandAround, stopReference } from './conditions.ts'
import type { Draft, Fault, Rules } from './ticket.ts'

type Facts = Readonly<{
  rules: Rules
  draft: Draft
  quote: Readonly<{ decimals: number; price_nominal: string; bid: string | null; ask: string | null }>
}>

/** Texts that several fields share. */
const sharedWords = {
  'stop.tick': 'price.tick',
  'takeProfit.tick': 'price.tick',
  'stopLoss.tick': 'price.tick',
  'stop.above': 'condition.above',
  'takeProfit.above': 'condition.above',
  'stopLoss.above': 'condition.above',
  'stop.below': 'condition.below',
  'takeProfit.below': 'condition.below',
  'stopLoss.below': 'condition.below',
} as const
const wordsOf = (fault: Fault) =>
  fault in sharedWords ? sharedWords[fault as keyof typeof sharedWords] : (fault as Exclude<Fault, keyof typeof sharedWords>)

/** The text of a fault, with the number that would be right. */
export function faultText(t: Translate<'orders'>, language: Language, fault: Fault, { rules, draft, quote }: Facts): string {
  const band = (price: string | null | undefined) => formatPrice(language, price ?? undefined, quote.decimals)
  const last = stopReference(rules.market, quote)
  const isRange = fault === 'trail.range'
  const tick = tickFor(rules.ticks, finish(typedAt(fault, draft)))
  return t(wordsOf(fault), {
    price: band(fault.startsWith('stop.') ? last : exitsStandAround(rules.market, draft, last)),
    num: formatQuantity(language, fault === 'oddLot.limit' ? boardLotOf(rules.market) : rules.minimum),
    step: formatQuantity(language, rules.step),
    tick: formatNumber(language, tick, { least: decimalsOfTick(tick) }),
    low: isRange ? formatPercent(language, MIN_TRAIL, 'plain') : band(rules.bands?.down),
    high: isRange ? formatPercent(language, MAX_TRAIL, 'plain') : band(rules.bands?.up),
  })
}

/** The price that is wrong; the text names its step. */
function typedAt(fault: Fault, { price, stop, takeProfit, stopLoss }: Draft): string {
  if (fault === 'stop.tick') return stop
  if (fault === 'takeProfit.tick') return takeProfit
  return fault === 'stopLoss.tick' ? stopLoss : price
}

const boardLotOf = (market: Rules['market']): string => formatScaled(marketTermsOf(market)?.lots.round[0].lot ?? 0n)
