import { absolute, parseScaled, percentText } from '@rueda/rules/decimal.ts'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatNumber, formatPercent, formatPrice, formatQuantity } from '@rueda/ui/formats/format.ts'
import type { Language } from '@rueda/ui/formats/languages.ts'
import { useText } from '../../shared/text/text.ts'
import type { Preview } from './use-preview.ts'

/** Warnings of anything unusual about this order now. */
export function OrderWarnings({ preview, decimals }: Readonly<{ preview: Preview; decimals: number }>) {
  const t = useText('orders')
  const { language } = useUi()
  const { fromDepth, quantity, estPrice, worstPrice } = preview
  const pips = (value: string | null) => pipsText(language, value)
  const price = (value: string | null) => formatPrice(language, value, decimals)
  const average = fromDepth?.average ?? null
  const texts = {
    LARGE_ORDER: t('warning.LARGE_ORDER'),
    DEPTH_SHORT: t('warning.DEPTH_SHORT', {
      worst: price(worstPrice),
      covered: formatQuantity(language, fromDepth?.covered ?? '0'),
      quantity: formatQuantity(language, quantity),
    }),
    FAR_FROM_BEST: t('warning.FAR_FROM_BEST', {
      average: price(average),
      percent: formatPercent(language, percentBetween(estPrice, average ?? estPrice), 'plain'),
    }),
    WIDE_SPREAD: t('warning.WIDE_SPREAD', { num: pips(preview.spreadPips), usual: pips(preview.usualSpreadPips) }),
    STOP_BEYOND_LIQUIDATION: t('warning.STOP_BEYOND_LIQUIDATION'),
  }
  const known = Object.entries(texts).filter(([name]) => preview.warnings.includes(name))
  return known.map(([name, text]) => (
    <InlineMessage key={name} tone="warn">
      {text}
    </InlineMessage>
  ))
}

/** How far two prices lie apart, in percent points of the first. */
function percentBetween(from: string, to: string): string {
  const [a, b] = [parseScaled(from) ?? 0n, parseScaled(to) ?? 0n]
  return percentText(absolute(b - a), absolute(a))
}

export const pipsText = (language: Language, pips: string | null): string =>
  pips === null ? '—' : formatNumber(language, pips, { least: 1, most: 1 })
