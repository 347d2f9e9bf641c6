import { messages } from '@rueda/contract/messages.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { IconButton } from '@rueda/ui/actions/IconButton.tsx'
import { ListRow } from '@rueda/ui/lists/ListRow.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { ScrollTabs } from '@rueda/ui/choices/ScrollTabs.tsx'
import { BellOff, BellRing, CheckCheck } from 'lucide-react'
import { useSayFailure } from '../../shared/failures/use-say-failure.ts'
import { useCall } from '../../shared/server/api.ts'
import { hrefTo } from '../../shared/pages/go.ts'
import { PullToRefresh } from '../../shared/pages/PullToRefresh.tsx'
import { RefreshButton } from '../../shared/pages/refresh.tsx'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { MoreRows } from '../../shared/lists/MoreRows.tsx'
import { MessageList } from './MessageList.tsx'
import { tabNames, useMessages } from '../../shared/messages/use-messages.ts'
import { useUnread } from '../../shared/messages/use-unread.ts'

/** Route `pages/notice/index`: the customer's messages, the newest first. */
export function Messages() {
  const t = useText('messages')
  const titles = useText('titles')
  const { tab, choose, read, rows } = useMessages()
  return (
    <Screen
      title={titles('messages')}
      actions={
        <>
          <RefreshButton />
          <AllReadButton />
        </>
      }
    >
      <PullToRefresh />
      <ScrollTabs label={t('tabs')} tabs={tabNames.map((value) => ({ value, label: t(`tab.${value}`) }))} value={tab} onChange={choose} />
      <Loaded
        query={read}
        reason={whyFailed}
        hidesBelow
        isEmpty={() => rows.length === 0}
        empty={<EmptyState icon={BellOff} text={t(tab === 'all' ? 'empty' : 'emptyGroup')} />}
      >
        {() => (
          <div className={read.isPlaceholderData ? 'flex flex-col gap-3 opacity-60' : 'flex flex-col gap-3'}>
            <MessageList messages={rows} hasMore={read.hasNextPage} />
            <MoreRows read={read} />
          </div>
        )}
      </Loaded>
      <Card rows>
        <ListRow icon={BellRing} label={t('alerts')} href={hrefTo('pages/alert/index')} />
      </Card>
    </Screen>
  )
}

/** There while something is unread. */
function AllReadButton() {
  const t = useText('messages')
  const unread = useUnread()
  const sayFailure = useSayFailure()
  const { run, pending } = useCall(messages.markRead, { onError: sayFailure })
  if (unread === 0) return null
  return <IconButton icon={CheckCheck} label={t('allRead')} disabled={pending} onPress={() => void run({ all: 1 })} />
}
