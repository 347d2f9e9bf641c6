import { useUi } from '@rueda/ui/context.tsx'
import { type Language, localeOf } from '@rueda/ui/languages.ts'
import { HOUR_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import type { Translate } from '../../app/text.ts'
import { useText } from '../../app/text.ts'
import { type MarketClock, useMarketClock } from './market-clock.ts'

/** "Abierto · cierra en 1 h 12 min": one line that keeps its place while the calendar loads. */
export function MarketClockRow() {
  const t = useText('market')
  const { language } = useUi()
  const clock = useMarketClock()
  const open = clock?.state === 'open'
  return (
    <p className="flex min-h-6 items-center gap-2 text-meta text-text2">
      {clock === null ? null : (
        <>
          <span aria-hidden className={`size-2 flex-none rounded-pill ${open ? 'bg-up' : 'border-2 border-flat'}`} />
          <span>{sentenceOf(clock, t, language)}</span>
        </>
      )}
    </p>
  )
}

function sentenceOf(clock: MarketClock, t: Translate<'market'>, language: Language): string {
  if (clock.state === 'open')
    return clock.closesInMs === null ? t('clock.always') : t('clock.open', { time: duration(clock.closesInMs, language) })
  const state = clock.state === 'closed' && clock.holiday !== null ? t('clock.holiday', { name: clock.holiday }) : t(`clock.${clock.state}`)
  return clock.opensInMs === null ? state : t('clock.opensIn', { state, time: duration(clock.opensInMs, language) })
}

const HOURS_PER_DAY = 24

/** "2 d 5 h" over a day, "1 h 12 min" under it, "12 min" within the hour. */
function duration(ms: number, language: Language): string {
  const [hours, minutes] = [Math.floor(ms / HOUR_MS), Math.max(1, Math.ceil((ms % HOUR_MS) / MINUTE_MS))]
  if (hours >= HOURS_PER_DAY)
    return `${unit(Math.floor(hours / HOURS_PER_DAY), 'day', language)} ${unit(hours % HOURS_PER_DAY, 'hour', language)}`
  return hours > 0 ? `${unit(hours, 'hour', language)} ${unit(minutes, 'minute', language)}` : unit(minutes, 'minute', language)
}

const unit = (value: number, name: 'day' | 'hour' | 'minute', language: Language): string =>
  new Intl.NumberFormat(localeOf(language), { style: 'unit', unit: name, unitDisplay: 'short', numberingSystem: 'latn' }).format(value)
