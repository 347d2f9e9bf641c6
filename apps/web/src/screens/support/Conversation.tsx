import { type SupportMessage, support } from '@rueda/contract/support.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { groupByDay } from '../../shared/lists/by-day.ts'
import { Bubble, OutgoingBubble } from './Bubble.tsx'
import { type Outgoing, sendAgain } from './outgoing.ts'

type ConversationProps = Readonly<{
  messages: readonly SupportMessage[]
  hasEarlier: boolean
  outgoing: readonly Outgoing[]
}>

/** Every message under its day, the newest last, and those on their way behind them. */
export function Conversation({ messages, hasEarlier, outgoing }: ConversationProps) {
  const t = useText('support')
  const cache = useQueryClient()
  const { earlier, more, load } = useEarlier(messages[0]?.id, hasEarlier)
  const days = groupByDay([...earlier, ...messages], ({ createTimestamp }) => formatDate(createTimestamp))
  return (
    <div role="log" aria-live="polite" aria-label={t('log')} className="flex flex-col gap-3">
      {more ? (
        <Button tone="ghost" onPress={() => void load()}>
          {t('earlier')}
        </Button>
      ) : null}
      {days.map(({ day, items }) => (
        <section key={day} aria-label={day} className="flex flex-col gap-2">
          <p aria-hidden className="num self-center rounded-pill bg-s2 px-3 py-1 text-micro text-text3">
            {day}
          </p>
          <ol className="flex flex-col gap-2">
            {items.map((message) => (
              <Bubble key={message.id} message={message} />
            ))}
          </ol>
        </section>
      ))}
      {outgoing.length === 0 ? null : (
        <ol className="flex flex-col gap-2">
          {outgoing.map((item) => (
            <OutgoingBubble key={item.key} item={item} onResend={() => void sendAgain(cache, item)} />
          ))}
        </ol>
      )}
    </div>
  )
}

/** Earlier messages never change, so they are read once and kept while the page is open. */
function useEarlier(first: string | undefined, hasEarlier: boolean) {
  const [earlier, setEarlier] = useState<readonly SupportMessage[]>([])
  const [hasMore, setHasMore] = useState(true)
  const load = async (): Promise<void> => {
    const before = earlier[0]?.id ?? first
    if (before === undefined) return
    const page = await call(support.thread, { before })
    setEarlier([...page.messages, ...earlier])
    setHasMore(page.hasEarlier === 1)
  }
  return { earlier, more: earlier.length === 0 ? hasEarlier : hasMore, load }
}
