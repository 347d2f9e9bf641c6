import { type RecordCard, support } from '@rueda/contract/support.ts'
import { type RecordKind, type SupportTopic, recordKinds, supportTopics } from '@rueda/rules/support/thread.ts'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowDown, MessageSquareWarning } from 'lucide-react'
import { useState } from 'react'
import { query } from '../../shared/server/api.ts'
import { hrefTo, useQueryOfPage } from '../../shared/pages/go.ts'
import { serverNow } from '../../shared/live/live-clock.ts'
import { RefreshButton } from '../../shared/pages/refresh.tsx'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { Composer, type Draft } from './Composer.tsx'
import { Conversation } from './Conversation.tsx'
import { CommonQuestions, TopicChoice } from './FirstSteps.tsx'
import { Head } from './Head.tsx'
import { sendMessage } from './outgoing.ts'
import { useConversation } from './use-conversation.ts'
import { useNewestInView } from './use-newest-in-view.ts'

/** Route `pages/service/index`: the conversation with the staff. */
export function Support() {
  const t = useText('support')
  const titles = useText('titles')
  const cache = useQueryClient()
  const { read, outgoing, userId } = useConversation()
  const [topic, setTopic] = useState(useAskedTopic())
  const [record, setRecord] = useAskedRecord()
  const status = read.data?.status ?? 'none'
  const newest = outgoing.at(-1)?.key ?? read.data?.messages.at(-1)?.id
  const { hasNews, toEnd } = useNewestInView(newest, outgoing.length > 0)
  // A conversation that goes on keeps its topic; a new question names its own.
  const asksTopic = (status === 'none' || status === 'closed') && outgoing.length === 0
  const send = (draft: Draft): void => void sendMessage(cache, { ...draft, topic: asksTopic ? topic : null, userId, at: serverNow() })
  const composer = <Composer record={record} onRecord={setRecord} firstKind={kindOf(topic ?? read.data?.topic ?? null)} onSend={send} />
  return (
    <Screen title={titles('support')} actions={<RefreshButton />} stickyBar={read.data === undefined ? undefined : composer} bare>
      <Loaded query={read} reason={whyFailed}>
        {(thread) => (
          <>
            <Head thread={thread} />
            {status === 'none' ? null : <Complain record={record} />}
            <div className="flex flex-1 flex-col gap-4 p-edge">
              <Conversation messages={thread.messages} hasEarlier={thread.hasEarlier === 1} outgoing={outgoing} />
              {status === 'closed' && outgoing.length === 0 ? (
                <p className="self-center text-center text-meta text-text3">{t('closed')}</p>
              ) : null}
              {asksTopic ? <TopicChoice topic={topic} onChoose={setTopic} /> : null}
              {thread.messages.length + outgoing.length === 0 ? <CommonQuestions /> : null}
            </div>
            {hasNews ? <NewMessages onPress={toEnd} /> : null}
          </>
        )}
      </Loaded>
    </Screen>
  )
}

/** A conversation that settled nothing can be made a complaint, about the record that is attached. */
function Complain({ record }: Readonly<{ record: RecordCard | null }>) {
  const t = useText('support')
  return (
    <a
      href={hrefTo('pages/complaint/index', { record: record?.ref })}
      className="mx-edge inline-flex min-h-11 items-center gap-1.5 self-end text-label font-medium text-accent"
    >
      <MessageSquareWarning aria-hidden size={18} strokeWidth={1.75} />
      {t('complain')}
    </a>
  )
}

function NewMessages({ onPress }: Readonly<{ onPress: () => void }>) {
  const t = useText('support')
  return (
    <button
      type="button"
      onClick={onPress}
      className="sticky bottom-3 z-10 flex min-h-11 items-center gap-1.5 self-center rounded-pill bg-accent-fill px-4 text-label font-medium text-on-accent shadow-card"
    >
      <ArrowDown aria-hidden size={16} />
      {t('newMessages')}
    </button>
  )
}

const kindOf = (topic: SupportTopic | null): RecordKind => recordKinds.find((kind) => kind === topic) ?? 'order'

/** The topic another screen opens this one with: `?topic=withdrawal&record=withdrawal:<id>`. */
function useAskedTopic(): SupportTopic | null {
  const { topic } = useQueryOfPage()
  return supportTopics.find((each) => each === topic) ?? null
}

function useAskedRecord(): readonly [RecordCard | null, (record: RecordCard | null) => void] {
  const { record: asked } = useQueryOfPage()
  const kind = recordKinds.find((each) => asked?.startsWith(`${each}:`) === true)
  const { data } = useQuery({ ...query(support.records, { kind: kind ?? 'order' }), enabled: kind !== undefined })
  const [chosen, setChosen] = useState<RecordCard | null | undefined>(undefined)
  const found = kind === undefined ? null : (data?.find(({ ref }) => ref === asked) ?? null)
  return [chosen === undefined ? found : chosen, setChosen]
}
