import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { IconButton } from '@rueda/ui/actions/IconButton.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { SkeletonRows } from '@rueda/ui/loading/Skeleton.tsx'
import { Pencil, Search, Star } from 'lucide-react'
import { hrefTo } from '../../shared/pages/go.ts'
import { PullToRefresh } from '../../shared/pages/refresh.tsx'
import { useSignedIn } from '../../shared/security/session.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { useWatched } from '../../shared/watchlist/watching.ts'
import { Suggestions } from '../../shared/watchlist/Suggestions.tsx'
import { WatchedRows } from './WatchedRows.tsx'

/** Route `pages/watchlist/index`: my instruments, live. */
export function Watchlist() {
  const t = useText('watchlist')
  const signedIn = useSignedIn()
  return (
    <Screen
      title={t('title')}
      actions={
        <>
          {signedIn ? <IconButton icon={Pencil} label={t('manage')} href={hrefTo('pages/watchlist/manage')} /> : null}
          <IconButton icon={Search} label={t('search')} href={hrefTo('pages/search/index')} />
        </>
      }
    >
      <PullToRefresh />
      {signedIn ? <Mine /> : <SignedOut />}
    </Screen>
  )
}

function Mine() {
  const watched = useWatched()
  return (
    <Loaded query={watched} reason={whyFailed} skeleton={<RowsSkeleton />} isEmpty={(list) => list.length === 0} empty={<Nothing />}>
      {(list) => <WatchedRows list={list} />}
    </Loaded>
  )
}

const RowsSkeleton = () => (
  <Card rows>
    <SkeletonRows rows={7} />
  </Card>
)

function SignedOut() {
  const t = useText('watchlist')
  return (
    <>
      <EmptyState
        icon={Star}
        text={t('signedOut')}
        action={<Button href={hrefTo('pages/auth/login', { return: '/pages/watchlist/index' })}>{t('login')}</Button>}
      />
      <Suggestions />
    </>
  )
}

function Nothing() {
  const t = useText('watchlist')
  return (
    <>
      <EmptyState icon={Star} text={t('empty')} action={<Button href={hrefTo('pages/search/index')}>{t('add')}</Button>} />
      <Suggestions />
    </>
  )
}
