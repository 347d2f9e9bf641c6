import type { TabOrder } from '@rueda/contract/codes.ts'
import { ArrowDownUp, ChartNoAxesColumn, House, type LucideIcon, Star, UserRound } from 'lucide-react'
import type { TabName } from '../routes.ts'
import { useTabOrder } from '../shared/server/published.ts'

export const tabIcons: Readonly<Record<TabName, LucideIcon>> = {
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
export const useTabs = (): readonly TabName[] => ['home', 'market', ...between[useTabOrder()], 'profile']
