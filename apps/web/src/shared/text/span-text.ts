import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@rueda/rules/time.ts'
import type { Translate } from './text.ts'

/** A span of time in its largest sensible unit. */
export function spanText(t: Translate<'withdrawals'>, span: number): string {
  if (span < MINUTE_MS) return t('span.seconds', { num: String(Math.round(span / SECOND_MS)) })
  if (span < HOUR_MS) return t('span.minutes', { num: String(Math.round(span / MINUTE_MS)) })
  return t('span.hours', { num: String(Math.round(span / HOUR_MS)) })
}
