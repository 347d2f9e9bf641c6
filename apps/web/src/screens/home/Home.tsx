import { IconButton } from '@rueda/ui/actions/IconButton.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { SkeletonRows } from '@rueda/ui/loading/Skeleton.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { SimulatedBadge } from '@rueda/ui/pills/SimulatedBadge.tsx'
import { patiently } from '@rueda/ui/loading/patiently.ts'
import { Search } from 'lucide-react'
import { type ReactNode, Suspense, lazy } from 'react'
import { WIDE, useMedia } from '../../shared/device/appearance.ts'
import { whenIdle } from '../../shared/device/idle.ts'
import { hrefTo, useQueryOfPage } from '../../shared/pages/go.ts'
import { RefreshButton } from '../../shared/pages/refresh.tsx'
import { useSignedIn } from '../../shared/security/session.ts'
import { useText } from '../../shared/text/text.ts'
import { AgreementDue } from '../../shared/agreements/AgreementDue.tsx'
import { Banners } from '../../shared/broadcasts/Banners.tsx'
import { BellButton } from '../../shared/messages/BellButton.tsx'
import { Balance } from './Balance.tsx'
import { HeldCard } from './HeldCard.tsx'
import { IdentityDoor } from './IdentityDoor.tsx'
import { IndicesStrip } from './IndicesStrip.tsx'
import { Movers } from './Movers.tsx'
import { NewsCard } from './NewsCard.tsx'
import { NewsLine } from './NewsLine.tsx'
import { PartsCard } from './PartsCard.tsx'
import { ProductGrid } from './ProductGrid.tsx'
import { RiskFooter } from './RiskFooter.tsx'
import { Welcome } from './Welcome.tsx'
import { useFirstPaint } from './use-first-paint.ts'
import { useTopIsThere } from './use-top-is-there.ts'

/** Only a desk has room for it; a telephone has it in the profile. */
const Allocation = lazy(() => patiently(async () => ({ default: (await import('./Allocation.tsx')).Allocation })))

/** Nobody pulls at a page that is not there yet. */
const PullToRefresh = lazy(async () => {
  await new Promise<void>(whenIdle)
  return patiently(async () => ({ default: (await import('../../shared/pages/PullToRefresh.tsx')).PullToRefresh }))
})

/** Stands so low on the page that it may come after the rest. */
const WatchedCard = lazy(() => patiently(async () => ({ default: (await import('./WatchedCard.tsx')).WatchedCard })))

/** Route `/`: the state of my money and the market in five seconds. Each part loads and fails by itself. */
export function Home() {
  const t = useText('home')
  const signedIn = useSignedIn()
  const page = useQueryOfPage()
  const wide = useMedia(WIDE)
  const below = useBelow(signedIn)
  return (
    <Screen
      title={<Brand />}
      badge={<SimulatedBadge label={t('simulated')} />}
      actions={
        <>
          <RefreshButton />
          {/* On a desk these two stand beside every page. */}
          <span className="flex panes:hidden">
            <IconButton icon={Search} label={t('search')} href={hrefTo('pages/search/index')} />
            {signedIn ? <BellButton /> : null}
          </span>
        </>
      }
    >
      <Suspense fallback={null}>
        <PullToRefresh />
      </Suspense>
      <Banners />
      <AgreementDue />
      {page['closed'] === '1' && !signedIn ? <InlineMessage tone="up">{t('closed')}</InlineMessage> : null}
      {/* One column on a telephone, in the order of the numbers; two on a desk. */}
      <div className="contents panes:grid panes:grid-cols-[minmax(0,1fr)_minmax(0,400px)] panes:items-start panes:gap-4">
        <div className={COLUMN}>
          <div className="order-1">{signedIn ? <Balance /> : <Welcome />}</div>
          {signedIn ? (
            <div className={`order-2 ${CARDS}`}>
              <IdentityDoor />
              <HeldCard />
            </div>
          ) : null}
          {!wide && signedIn ? (
            <div className="order-3 empty:hidden">
              <PartsCard />
            </div>
          ) : null}
          {below('order-5 min-w-0', <IndicesStrip />)}
          {below('order-7', <Movers />)}
        </div>
        <div className={COLUMN}>
          {wide && signedIn ? (
            <Suspense fallback={null}>
              <Allocation />
            </Suspense>
          ) : null}
          {below('order-4', <NewsLine />)}
          {below('order-6', <ProductGrid />)}
          {signedIn
            ? below(
                'order-8 panes:order-5',
                <Suspense fallback={<WatchedWaiting />}>
                  <WatchedCard />
                </Suspense>,
              )
            : null}
          {below('order-9', <NewsCard />)}
        </div>
      </div>
      {below('order-10', <RiskFooter />)}
    </Screen>
  )
}

/** Draws what stands below one's own money: once that is painted, and to be seen once it is known how tall it is. */
function useBelow(signedIn: boolean): (place: string, part: ReactNode) => ReactNode {
  const isPainted = useFirstPaint() || !signedIn
  const visibility = useTopIsThere(signedIn) ? '' : 'invisible'
  return (place, part) => (isPainted ? <div className={`${place} ${visibility}`}>{part}</div> : null)
}

function WatchedWaiting() {
  const t = useText('home')
  return (
    <Card rows title={t('watched')}>
      <SkeletonRows rows={3} />
    </Card>
  )
}

const CARDS = 'flex flex-col gap-3 panes:gap-4'
const COLUMN = 'contents panes:flex panes:min-w-0 panes:flex-col panes:gap-4'

const Brand = () => <span className="text-title tracking-tight">rueda</span>
