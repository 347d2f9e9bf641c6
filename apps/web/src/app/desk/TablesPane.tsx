import { marketFacts } from '@rueda/rules/markets/markets.ts'
import { ScrollTabs } from '@rueda/ui/choices/ScrollTabs.tsx'
import type { ReactNode } from 'react'
import { useFreshQuote } from '../../shared/live/live.ts'
import { hrefTo, useQueryValue, useReturn } from '../../shared/pages/go.ts'
import { type QuoteDetail, marketOf } from '../../shared/quotes/instrument.ts'
import { useSignedIn } from '../../shared/security/session.ts'
import { MyPlacings } from '../../shared/placing/MyPlacings.tsx'
import { MySubscriptions } from '../../shared/subscriptions/MySubscriptions.tsx'
import { useText } from '../../shared/text/text.ts'
import type { RoutePath } from '../../routes.ts'
import { BlocksTab } from '../../screens/positions/BlocksTab.tsx'
import { ClosedPositions } from '../../screens/positions/ClosedPositions.tsx'
import { ExecutionsTable } from '../../screens/positions/ExecutionsTable.tsx'
import { OrdersTable } from '../../screens/positions/OrdersTable.tsx'
import { PositionsTable } from '../../screens/positions/PositionsTable.tsx'
import { useWorkingCount } from '../../screens/positions/use-orders.ts'
import { useHeld } from '../../screens/quotes/DeskQuote.tsx'
import { type QuoteTabName, quoteParts } from '../../screens/quotes/quote-parts.tsx'

/** What stands in panes of its own on a desk is no tab there. */
const OWN_PANES: readonly QuoteTabName[] = ['depth', 'trades']
/** The account's tabs keep the numbers of the trade page, so that links to it land where they do on a telephone. */
const accountTabs = ['0', '2', 'executions', '1', '4', '5', '6'] as const
const beside = ['0', '2', 'executions', '1'] as const
type AccountTab = (typeof accountTabs)[number]
const isAccountTab = (tab: string): tab is AccountTab => (accountTabs as readonly string[]).includes(tab)

type TablesPaneProps = Readonly<{ path: RoutePath; detail: QuoteDetail }>

/** Under the chart: the customer's positions, orders and executions, and what there is to know of the instrument in view. */
export function TablesPane({ path, detail }: TablesPaneProps) {
  const t = useText('desk')
  const labels = useLabels()
  const quoteTabs = quoteParts[marketFacts[marketOf(detail.market)].lists].tabs
    .map(([name]) => name)
    .filter((name) => !OWN_PANES.includes(name))
  const names: readonly (AccountTab | QuoteTabName)[] = path === 'pages/trade/index' ? accountTabs : [...beside, ...quoteTabs]
  const signedIn = useSignedIn()
  const usual = signedIn || path === 'pages/trade/index' ? '0' : 'summary'
  const asked = useQueryValue<AccountTab | QuoteTabName>('tab', names, usual)
  const working = useWorkingCount()
  const [tab, choose] = asked
  return (
    <section aria-label={t('tables')} className="flex h-full min-h-0 flex-col bg-bg">
      <div className="flex-none px-edge">
        <ScrollTabs
          label={t('tables')}
          value={tab}
          onChange={choose}
          tabs={names.map((value) => ({ value, label: labels(value), count: value === '2' ? working : undefined }))}
        />
      </div>
      <div className="@container min-h-0 flex-1 overflow-auto">
        {isAccountTab(tab) ? <AccountTable tab={tab} detail={detail} signedIn={signedIn} /> : <AboutInstrument tab={tab} detail={detail} />}
      </div>
    </section>
  )
}

function useLabels(): (tab: AccountTab | QuoteTabName) => string {
  const t = useText('desk')
  const positions = useText('positions')
  const quotes = useText('quotes')
  const own: Readonly<Record<AccountTab, string>> = {
    '0': t('tab.positions'),
    '2': t('tab.orders'),
    'executions': t('tab.executions'),
    '1': positions('tabs.closed'),
    '4': positions('tabs.subscription'),
    '5': positions('tabs.block'),
    '6': positions('tabs.rights'),
  }
  return (tab) => (isAccountTab(tab) ? own[tab] : quotes(`tab.${tab}`))
}

type AccountTableProps = Readonly<{ tab: AccountTab; detail: QuoteDetail; signedIn: boolean }>

function AccountTable({ tab, detail, signedIn }: AccountTableProps) {
  if (!signedIn) return <SignInFirst />
  switch (tab) {
    case '0':
      return <PositionsTable inView={{ stockCode: detail.stock_code, market: detail.market }} />
    case '2':
      return <OrdersTable />
    case 'executions':
      return <ExecutionsTable quote={detail} />
    case '1':
      return (
        <Reading>
          <ClosedPositions />
        </Reading>
      )
    case '4':
      return (
        <Reading>
          <MySubscriptions />
        </Reading>
      )
    case '5':
      return (
        <Reading>
          <BlocksTab />
        </Reading>
      )
    case '6':
      return (
        <Reading>
          <MyPlacings />
        </Reading>
      )
  }
}

/** Cards keep the width they can be read at. */
const Reading = ({ children }: Readonly<{ children: ReactNode }>) => (
  <div className="@container mx-auto flex w-full max-w-[640px] flex-col gap-3 p-edge">{children}</div>
)

function SignInFirst() {
  const t = useText('desk')
  const common = useText('common')
  const here = useReturn()
  return (
    <p className="flex flex-col items-center gap-2 p-8 text-meta text-text3">
      {t('login')}
      <a href={hrefTo('pages/auth/login', { return: here })} className="text-label text-accent">
        {common('act.login')}
      </a>
    </p>
  )
}

function AboutInstrument({ tab, detail }: Readonly<{ tab: QuoteTabName; detail: QuoteDetail }>) {
  const quote = useFreshQuote(detail)
  const held = useHeld(detail)
  const Tab = quoteParts[marketFacts[marketOf(detail.market)].lists].tabs.find(([name]) => name === tab)?.[1]
  return Tab === undefined ? null : (
    <Reading>
      <Tab detail={quote} held={held} />
    </Reading>
  )
}
