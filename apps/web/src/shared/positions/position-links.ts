import type { Position } from '@rueda/contract/positions.ts'
import { hrefTo } from '../pages/go.ts'
import { quotePathOf } from '../quotes/instrument.ts'

type Held = Pick<Position, 'id' | 'name' | 'stockCode' | 'market' | 'source'>

const queryOf = ({ name, stockCode, market, source }: Held) => ({ name, code: stockCode, market, source })

/** Where a holding leads: its quote, more of it, or out of it. */
export const positionQuoteHref = (position: Held): string => hrefTo(quotePathOf(position), queryOf(position))
export const buyMoreQuery = (position: Held) => ({ ...queryOf(position), direction: 0 })
export const closeQuery = (position: Held) => ({ id: position.id, ...queryOf(position) })
export const quoteQuery = queryOf
