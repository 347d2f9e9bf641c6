import type { TabName } from '../routes.ts'

/** The letter after `g` that leads to a tab, in the tabs' order. */
export const tabKeys: Readonly<Record<string, TabName>> = { h: 'home', m: 'market', t: 'trade', w: 'watchlist', p: 'profile' }
