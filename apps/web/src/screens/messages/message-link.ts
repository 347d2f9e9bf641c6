import { sourceOfMarket } from '@rueda/contract/codes.ts'
import { linkKinds } from '@rueda/rules/messages/message.ts'
import { hrefTo } from '../../shared/pages/go.ts'
import { marketOf, quoteHref } from '../../shared/quotes/instrument.ts'

/** The page of the app that a message is about. */
export type LinkTarget = Readonly<{ kind: (typeof linkKinds)[number]; href: string }>

export function linkTargetOf(link: string | undefined): LinkTarget | null {
  const [found = '', ...rest] = (link ?? '').split(':')
  const kind = linkKinds.find((known) => known === found)
  return kind === undefined ? null : { kind, href: hrefs[kind](rest.join(':')) }
}

const TAB_OF_POSITIONS = '0'

const hrefs: Readonly<Record<LinkTarget['kind'], (id: string) => string>> = {
  deposit: (id) => hrefTo('pages/deposit/record', { id }),
  order: (id) => hrefTo('pages/order/detail', { id }),
  position: () => hrefTo('pages/trade/index', { tab: TAB_OF_POSITIONS }),
  transfer: () => hrefTo('pages/profile/transfer'),
  identity: () => hrefTo('pages/kycverify/index'),
  permission: () => hrefTo('pages/service/permission'),
  loan: (id) => hrefTo('pages/loan/record', { id }),
  support: () => hrefTo('pages/service/index'),
  complaint: () => hrefTo('pages/complaint/index'),
  fees: () => hrefTo('pages/fees/index'),
  withdrawal: (id) => hrefTo('pages/withdraw/record', { id }),
  instrument: (id) => {
    const [named, code = ''] = id.split(':')
    const market = marketOf(named)
    return quoteHref({ name: code, stock_code: code, market, source: sourceOfMarket[market] })
  },
}
