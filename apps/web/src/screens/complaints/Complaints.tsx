import { complaints } from '@rueda/contract/complaints.ts'
import { support } from '@rueda/contract/support.ts'
import { openComplaints } from '@rueda/rules/complaints/complaint.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { MoreRows } from '../../shared/lists/MoreRows.tsx'
import { hrefTo } from '../../shared/pages/go.ts'
import { PullToRefresh } from '../../shared/pages/PullToRefresh.tsx'
import { RefreshButton } from '../../shared/pages/refresh.tsx'
import { useSession } from '../../shared/security/session.ts'
import { pages, query, rowsOf } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { ComplaintCard } from './ComplaintCard.tsx'
import { ComplaintCounts } from './ComplaintCounts.tsx'
import { NewComplaint } from './NewComplaint.tsx'

/** Route `pages/complaint/index`: how the house answers complaints, for anybody to see; for a customer their own, and the way to make one. */
export function Complaints() {
  const t = useText('complaints')
  const titles = useText('titles')
  const isSignedIn = useSession(({ user }) => user !== null)
  return (
    <Screen title={titles('complaints')} actions={<RefreshButton />}>
      <PullToRefresh />
      <p className="text-label font-normal text-text2">{t('how')}</p>
      {isSignedIn ? (
        <Own />
      ) : (
        <Button wide href={hrefTo('pages/auth/login', { return: 'pages/complaint/index' })}>
          {t('signIn')}
        </Button>
      )}
      <ComplaintCounts />
    </Screen>
  )
}

function Own() {
  const t = useText('complaints')
  const thread = useQuery(query(support.thread, {}))
  const read = useInfiniteQuery(pages(complaints.list, {}))
  const own = rowsOf(read.data)
  const mayComplain = !own.some(({ status }) => openComplaints.includes(status))
  return (
    <Loaded query={read} reason={whyFailed} hidesBelow>
      {() => (
        <>
          {own.length === 0 ? null : (
            <section aria-label={t('mine')} className="flex flex-col gap-3">
              {own.map((complaint) => (
                <ComplaintCard key={complaint.id} complaint={complaint} />
              ))}
              {read.hasNextPage ? <MoreRows read={read} /> : null}
            </section>
          )}
          {mayComplain ? (
            <Loaded query={thread} reason={whyFailed} hidesBelow>
              {({ status }) => (status === 'none' ? <AskFirst /> : <NewComplaint />)}
            </Loaded>
          ) : null}
        </>
      )}
    </Loaded>
  )
}

/** A complaint is made of a conversation; where there is none, it begins with one. */
function AskFirst() {
  const t = useText('complaints')
  return (
    <Card title={t('new')}>
      <div className="flex flex-col gap-3">
        <p className="text-label font-normal text-text2">{t('askFirst')}</p>
        <Button tone="secondary" wide href={hrefTo('pages/service/index')}>
          {t('toSupport')}
        </Button>
      </div>
    </Card>
  )
}
