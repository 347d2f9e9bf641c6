import type { MostListed } from '@rueda/exchange/world/world-market.ts'

/** Enough to trade in, at a third of the work of everything that is listed; the prices are those of the whole market. */
export const SMALL_BOARD: MostListed = { US: 40, AR: 10, TW: 20 }
