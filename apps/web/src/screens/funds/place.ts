import type { FundProduct } from '@rueda/contract/funds.ts'
import { hrefTo } from '../../shared/pages/go.ts'

/** Where a fund's sheet is open, for pages that come back to it. */
export const placeOf = ({ type, id }: Pick<FundProduct, 'type' | 'id'>): string =>
  hrefTo('pages/yinmutual/index', { type, id }).slice('#'.length)
