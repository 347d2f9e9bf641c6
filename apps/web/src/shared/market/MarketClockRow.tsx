import { useUi } from '@rueda/ui/provider/context.tsx'
import type { Language } from '@rueda/ui/formats/languages.ts'
import { HOUR_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import type { Translate } from '../text/text.ts'
import { useText } from '../text/text.ts'
import { SessionDot } from './SessionDot.tsx'
import { type MarketClock, type ServedMarket, changeTime, useMarketClock } from './market-clock.ts'

/** "Abierto · cierra en 1 h 12 min · 17:00 (16:00 ET)". */
export function MarketClockRow({ market }: { market: ServedMarket }) {
  const t = useText('market')
  const { language } = useUi()
  const { clock, now } = useMarketClock(market)
  return (
    <p className="flex min-h-6 items-center gap-2 text-meta text-text2">
      <SessionDot open={clock.state === 'open'} />
      <span className="num">{sentenceOf({ clock, now, zone: market.timeZone }, t, language)}</span>
    </p>
  )
}

type Read = Readonly<{ clock: MarketClock; now: number; zone: string }>

function sentenceOf({ clock, now, zone }: Read, t: Translate<'market'>, language: Language): string {
  const change = (ms: number) => ({ time: duration(ms, language), at: changeTime(now + ms, now, zone) })
  if (clock.state === 'open') return clock.closesInMs === null ? t('clock.always') : t('clock.open', change(clock.closesInMs))
  const state = stateOf(clock, t)
  return clock.opensInMs === null ? state : t('clock.opensIn', { state, ...change(clock.opensInMs) })
}

function stateOf(clock: Exclude<MarketClock, { state: 'open' }>, t: Translate<'market'>): string {
  if (clock.state !== 'closed') return t(`clock.${clock.state}`)
  if (clock.closure !== undefined) return t(`clock.closure.${clock.closure}`)
  return clock.holiday === null ? t('clock.closed') : t('clock.holiday', { name: clock.holiday })
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
  // Spanish as it is written everywhere: Argentina's own short form of days is "dd.".
  new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: 'short', numberingSystem: 'latn' }).format(value)
