import { Button } from '@rueda/ui/actions/Button.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { EyeButton } from '@rueda/ui/money/PrivacyMask.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { TextLink } from '@rueda/ui/layout/SectionHeader.tsx'
import { ScrollTabs } from '@rueda/ui/choices/ScrollTabs.tsx'
import { BriefcaseBusiness } from 'lucide-react'
import { hrefTo, useQueryValue, useReturn } from '../../shared/pages/go.ts'
import { PullToRefresh } from '../../shared/pages/PullToRefresh.tsx'
import { RefreshButton } from '../../shared/pages/refresh.tsx'
import { MyPlacings } from '../../shared/placing/MyPlacings.tsx'
import { useSignedIn } from '../../shared/security/session.ts'
import { MySubscriptions } from '../../shared/subscriptions/MySubscriptions.tsx'
import { useText } from '../../shared/text/text.ts'
import { BlocksTab } from './BlocksTab.tsx'
import { ClosedPositions } from './ClosedPositions.tsx'
import { Holdings } from './Holdings.tsx'
import { OrdersTab } from './OrdersTab.tsx'
import { TradeSummary } from './TradeSummary.tsx'
import { useWorkingCount } from './use-orders.ts'

/** The tabs keep the numbers of the order pages, so that old links land where they did. */
const tabs = ['0', '1', '2', '4', '5', '6'] as const
type TabValue = (typeof tabs)[number]

/** Route `pages/trade/index`: the customer's holdings, closed positions and working orders. */
export function Trade() {
  const t = useText('positions')
  const signedIn = useSignedIn()
  return (
    <Screen title={t('title')} actions={signedIn ? <RefreshAndEye /> : undefined}>
      {signedIn ? <PullToRefresh /> : null}
      {signedIn ? <Portfolio /> : <Anonymous />}
    </Screen>
  )
}

const RefreshAndEye = () => (
  <>
    <RefreshButton />
    <EyeButton />
  </>
)

function Portfolio() {
  const t = useText('positions')
  const [tab, choose] = useQueryValue('tab', tabs, '0')
  const working = useWorkingCount()
  return (
    <>
      <TradeSummary />
      <ScrollTabs<TabValue>
        label={t('tabs.label')}
        value={tab}
        onChange={choose}
        tabs={[
          { value: '0', label: t('tabs.holdings') },
          { value: '1', label: t('tabs.closed') },
          { value: '2', label: t('tabs.orders'), count: working },
          { value: '4', label: t('tabs.subscription') },
          { value: '5', label: t('tabs.block') },
          { value: '6', label: t('tabs.rights') },
        ]}
      />
      <TabContent tab={tab} onOrders={() => choose('2')} />
    </>
  )
}

function TabContent({ tab, onOrders }: Readonly<{ tab: TabValue; onOrders: () => void }>) {
  switch (tab) {
    case '0':
      return <Holdings onOrders={onOrders} />
    case '1':
      return <ClosedPositions />
    case '2':
      return <OrdersTab />
    case '4':
      return (
        <>
          <MySubscriptions />
          <PlacingsLink />
        </>
      )
    case '5':
      return <BlocksTab />
    case '6':
      return <MyPlacings />
  }
}

/** Placings are applied for like new shares, and stand on the tab of rights. */
function PlacingsLink() {
  const titles = useText('titles')
  return <TextLink href={hrefTo('pages/trade/index', { tab: '6' })}>{titles('placingRecords')}</TextLink>
}

function Anonymous() {
  const t = useText('positions')
  const here = useReturn()
  const action = <Button href={hrefTo('pages/auth/login', { return: here })}>{t('login.action')}</Button>
  return <EmptyState icon={BriefcaseBusiness} text={t('login.why')} action={action} />
}
