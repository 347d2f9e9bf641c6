import type { TabOrder } from '@rueda/contract/codes.ts'
import { classes } from '@rueda/ui/look/classes.ts'
import { ArrowDownUp, ChartNoAxesColumn, House, type LucideIcon, Star, UserRound } from 'lucide-react'
import { type TabName, tabPaths } from '../routes.ts'
import { hrefTo } from '../shared/pages/go.ts'
import { useTabOrder } from '../shared/server/published.ts'
import { useText } from '../shared/text/text.ts'

const icons: Readonly<Record<TabName, LucideIcon>> = {
  home: House,
  market: ChartNoAxesColumn,
  trade: ArrowDownUp,
  watchlist: Star,
  profile: UserRound,
}

const between: Readonly<Record<TabOrder, readonly [TabName, TabName]>> = {
  'trade-watchlist': ['trade', 'watchlist'],
  'watchlist-trade': ['watchlist', 'trade'],
}

/** The five places of the app, in the order that the installation has chosen. */
export function TabBar({ current }: { current: TabName }) {
  const t = useText('common')
  const tabs: readonly TabName[] = ['home', 'market', ...between[useTabOrder()], 'profile']
  return (
    <nav aria-label={t('tabs')} className="@container z-20 flex-none border-t border-line bg-s1 pb-safe">
      <ul className="flex h-tabbar">
        {tabs.map((tab) => {
          const Icon = icons[tab]
          const chosen = tab === current
          return (
            <li key={tab} className="min-w-0 flex-1">
              <a
                href={hrefTo(tabPaths[tab])}
                aria-current={chosen ? 'page' : undefined}
                className={classes(
                  'flex h-full flex-col items-center justify-center gap-0.5 text-tab outline-offset-[-4px]',
                  chosen ? 'text-accent' : 'text-text3',
                )}
              >
                <Icon aria-hidden size={24} strokeWidth={1.75} className={classes(chosen && 'fill-accent/25')} />
                <span className="max-w-full truncate px-1 large:text-[11px]">{t(`tab.${tab}`)}</span>
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
