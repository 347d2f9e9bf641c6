import { HOUR_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import type { Translate } from '../../shared/text/text.ts'

/** The longest time it takes, in words. */
export function arrivalText(t: Translate<'withdrawals'>, withinMs: number): string {
  if (withinMs < HOUR_MS) return t('eta.minutes', { num: String(Math.ceil(withinMs / MINUTE_MS)) })
  return t('eta.hours', { num: String(Math.round(withinMs / HOUR_MS)) })
}
