import { IconButton } from '@rueda/ui/actions/IconButton.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { SimulatedBadge } from '@rueda/ui/pills/SimulatedBadge.tsx'
import { Search } from 'lucide-react'
import { hrefTo, useQueryOfPage } from '../../shared/pages/go.ts'
import { PullToRefresh, RefreshButton } from '../../shared/pages/refresh.tsx'
import { useSignedIn } from '../../shared/security/session.ts'
import { useText } from '../../shared/text/text.ts'
import { Banners } from '../../shared/broadcasts/Banners.tsx'
import { BellButton } from '../../shared/messages/BellButton.tsx'
import { Balance } from './Balance.tsx'
import { IdentityDoor } from './IdentityDoor.tsx'
import { IndicesStrip } from './IndicesStrip.tsx'
import { Movers } from './Movers.tsx'
import { NewsCard } from './NewsCard.tsx'
import { NewsLine } from './NewsLine.tsx'
import { ProductGrid } from './ProductGrid.tsx'
import { RiskFooter } from './RiskFooter.tsx'
import { WatchedCard } from './WatchedCard.tsx'
import { Welcome } from './Welcome.tsx'

/** Route `/`: the state of my money and the market in five seconds. Each part loads and fails by itself. */
export function Home() {
  const t = useText('home')
  const signedIn = useSignedIn()
  const page = useQueryOfPage()
  return (
    <Screen
      title={<Brand />}
      badge={<SimulatedBadge label={t('simulated')} />}
      actions={
        <>
          <RefreshButton />
          <IconButton icon={Search} label={t('search')} href={hrefTo('pages/search/index')} />
          {signedIn ? <BellButton /> : null}
        </>
      }
    >
      <PullToRefresh />
      <Banners />
      {page['closed'] === '1' && !signedIn ? <InlineMessage tone="up">{t('closed')}</InlineMessage> : null}
      {signedIn ? <IdentityDoor /> : null}
      {signedIn ? <Balance /> : <Welcome />}
      <NewsLine />
      <IndicesStrip />
      <ProductGrid />
      <Movers />
      {signedIn ? <WatchedCard /> : null}
      <NewsCard />
      <RiskFooter />
    </Screen>
  )
}

const Brand = () => <span className="text-title tracking-tight">rueda</span>
