import { formatNumber } from '@rueda/ui/formats/format.ts'
import { language } from '../../app/language.ts'

const MAX_DECIMALS = 8

/** Formats an amount with all its digits, grouped as the reader's language does. */
export function shownAmount(amount: string | null): string | null {
  if (amount === null) return null
  return formatNumber(language(), amount, { least: amount.split('.')[1]?.length ?? 0, most: MAX_DECIMALS })
}
