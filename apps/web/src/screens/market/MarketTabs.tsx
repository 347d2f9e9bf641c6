import type { Market } from '@rueda/contract/codes.ts'
import { classes } from '@rueda/ui/look/classes.ts'
import { useChosenInView } from '@rueda/ui/choices/use-chosen-in-view.ts'
import { useRovingTabs } from '@rueda/ui/choices/use-roving-tabs.ts'
import { useServerNow } from '../../shared/live/live-clock.ts'
import { useText } from '../../shared/text/text.ts'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import { SessionDot } from '../../shared/market/SessionDot.tsx'
import { type ServedMarket, marketClockOf } from '../../shared/market/market-clock.ts'

type MarketTabsProps = Readonly<{ markets: readonly ServedMarket[]; value: Market; onChange: (market: Market) => void }>

/** A tab for every market, with a dot that shows if it trades now. */
export function MarketTabs({ markets, value, onChange }: MarketTabsProps) {
  const t = useText('market')
  const now = useServerNow(MINUTE_MS)
  const tabs = markets.map(({ market }) => ({ value: market }))
  const roving = useRovingTabs(tabs, value, onChange)
  const row = useChosenInView(value)
  return (
    <div
      ref={row}
      role="tablist"
      aria-label={t('markets')}
      onKeyDown={roving.onKeyDown}
      className="scrollbar-none relative -mx-edge flex flex-none gap-2 overflow-x-auto px-edge py-0.5"
    >
      {markets.map(({ market, days, timeZone }) => {
        const { state } = marketClockOf(days, now, timeZone)
        return (
          <button
            key={market}
            type="button"
            role="tab"
            aria-selected={market === value}
            tabIndex={market === value ? 0 : -1}
            onClick={() => onChange(market)}
            className={classes(
              'flex min-h-14 min-w-24 flex-none flex-col items-start justify-center gap-0.5 rounded-control px-3 text-left transition-colors duration-[120ms]',
              market === value ? 'bg-accent-tint' : 'bg-s1',
            )}
          >
            <span className={classes('text-label', market === value ? 'text-accent' : 'text-text1')}>{t(`market.${market}`)}</span>
            <span className="flex items-center gap-1.5 text-micro font-normal text-text2">
              <SessionDot open={state === 'open'} />
              {t(`session.${state}`)}
            </span>
          </button>
        )
      })}
    </div>
  )
}
