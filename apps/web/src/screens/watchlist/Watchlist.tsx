import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { IconButton } from '@rueda/ui/actions/IconButton.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { SkeletonRows } from '@rueda/ui/loading/Skeleton.tsx'
import { USUAL_LIST } from '@rueda/rules/watchlist/lists.ts'
import { ListPlus, Pencil, Search, Star } from 'lucide-react'
import { hrefTo } from '../../shared/pages/go.ts'
import { PullToRefresh } from '../../shared/pages/PullToRefresh.tsx'
import { useSignedIn } from '../../shared/security/session.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { useGiveDeviceOrder } from '../../shared/watchlist/device-order.ts'
import { useChosenList, useListRows } from '../../shared/watchlist/lists.ts'
import { Suggestions } from '../../shared/watchlist/Suggestions.tsx'
import { ListTabs } from './ListTabs.tsx'
import { WatchedRows } from './WatchedRows.tsx'

/** Route `pages/watchlist/index`: my instruments, list by list, live. */
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
  useGiveDeviceOrder()
  const listId = useChosenList()
  const rows = useListRows(listId)
  return (
    <>
      <ListTabs />
      <Loaded
        query={rows}
        reason={whyFailed}
        skeleton={<RowsSkeleton />}
        isEmpty={(list) => list.length === 0}
        empty={listId === USUAL_LIST ? <Nothing /> : <EmptyList />}
      >
        {(list) => <WatchedRows key={listId} listId={listId} list={list} />}
      </Loaded>
    </>
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

/** A list without anything yet: instruments come onto it by their menus. */
function EmptyList() {
  const t = useText('watchlist')
  return <EmptyState icon={ListPlus} text={t('list.empty')} action={<Button href={hrefTo('pages/search/index')}>{t('add')}</Button>} />
}
