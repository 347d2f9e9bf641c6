import type { Alert } from '@rueda/contract/alerts.ts'
import type { AlertKind } from '@rueda/rules/alerts/alert.ts'
import { formatNumber, formatPrice, formatQuantity } from '@rueda/ui/formats/format.ts'
import type { Language } from '@rueda/ui/formats/languages.ts'
import type { Translate } from '../text/text.ts'

type Condition = Readonly<{ kind: AlertKind; level: string }>

const PERCENT_DECIMALS = 2

/** A percentage as it was asked for: "5 %" rather than "5,00 %". */
export const percentText = (language: Language, points: string): string =>
  formatNumber(language, `${points}e-2`, { style: 'percent', most: PERCENT_DECIMALS })

/** The condition of an alert, in a sentence. */
export const conditionText = (
  t: Translate<'alerts'>,
  language: Language,
  { kind, level }: Condition,
  { decimals }: Pick<Alert, 'decimals'>,
): string => t(`when.${kind}`, { level: levelText(language, { kind, level }, decimals) })

function levelText(language: Language, { kind, level }: Condition, decimals: number): string {
  if (kind === 'volume') return formatQuantity(language, level)
  return kind === 'rise' || kind === 'fall' ? percentText(language, level) : formatPrice(language, level, decimals)
}
