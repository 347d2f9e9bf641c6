import { formatNumber, formatPrice, formatQuantity } from '@rueda/ui/format.ts'
import type { Language } from '@rueda/ui/languages.ts'
import type { Translate } from '../../app/text.ts'
import { decimalsOfTick } from './prices.ts'
import type { Fault, Rules } from './ticket.ts'

type Facts = Readonly<{ rules: Rules; quote: Readonly<{ decimals: number }> }>

/** What is wrong, with the number that would be right. */
export function faultText(t: Translate<'orders'>, language: Language, fault: Fault, { rules, quote }: Facts): string {
  const band = (price: string | undefined) => formatPrice(language, price, quote.decimals)
  return t(fault, {
    num: formatQuantity(language, rules.minimum),
    step: formatQuantity(language, rules.step),
    tick: formatNumber(language, rules.tick, { least: decimalsOfTick(rules.tick) }),
    low: band(rules.bands?.down),
    high: band(rules.bands?.up),
  })
}
