import type { Position } from '@rueda/contract/positions.ts'
import { hrefTo } from '../pages/go.ts'
import { quotePathOf } from '../quotes/instrument.ts'

type Held = Pick<Position, 'id' | 'name' | 'stockCode' | 'market' | 'source'>

const queryOf = ({ name, stockCode, market, source }: Held) => ({ name, code: stockCode, market, source })

/** Links from a holding: to its quote, to buy more, and to close it. */
export const positionQuoteHref = (position: Held): string => hrefTo(quotePathOf(position), queryOf(position))
export const buyMoreQuery = (position: Held) => ({ ...queryOf(position), direction: 0 })
export const closeQuery = (position: Held) => ({ id: position.id, ...queryOf(position) })
export const quoteQuery = queryOf
