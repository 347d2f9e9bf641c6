import type { Message } from '@rueda/contract/messages.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { DayHeader } from '@rueda/ui/lists/RecordRow.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDate, formatTime } from '@rueda/ui/formats/dates.ts'
import { WIDE, useMedia } from '../../shared/device/appearance.ts'
import { hrefTo } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'
import { groupByDay } from '../../shared/lists/by-day.ts'
import { MessageTable } from './MessageTable.tsx'
import { iconOf } from './message-icons.ts'
import { shownContent } from './shown-content.ts'

type MessageListProps = Readonly<{ messages: readonly Message[]; hasMore: boolean }>

/** Messages under their days, or on a desk as a table. */
export function MessageList(props: MessageListProps) {
  const wide = useMedia(WIDE)
  return wide ? <MessageTable {...props} /> : <MessageDays {...props} />
}

/** A dot and a heavier title say what has not been read. */
function MessageDays({ messages }: Pick<MessageListProps, 'messages'>) {
  return groupByDay(messages, (message) => formatDate(message.createTimestamp)).map(({ day, items }) => (
    <section key={day} aria-label={day}>
      <DayHeader day={day} />
      <Card rows>
        {items.map((message) => (
          <MessageRow key={message.id} message={message} />
        ))}
      </Card>
    </section>
  ))
}

function MessageRow({ message }: { message: Message }) {
  const status = useText('status')
  const { hidesAmounts } = useUi()
  const Icon = iconOf(message.type)
  const unread = message.readStatus === 0
  return (
    <a
      href={hrefTo('pages/notice/detail', { id: message.id })}
      className="-mx-edge flex min-h-[72px] items-center gap-3 px-edge py-2.5 active:bg-s2"
    >
      <span className="relative grid size-9 flex-none place-items-center rounded-pill bg-s2 text-text2">
        <Icon aria-hidden size={18} />
        {unread ? <span aria-hidden className="absolute top-0 right-0 size-2.5 rounded-pill border-2 border-s1 bg-accent-fill" /> : null}
      </span>
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className={unread ? 'text-row font-semibold' : 'text-row font-normal text-text2'}>
          {unread ? <span className="sr-only">{status('message.unread')}: </span> : null}
          {message.title}
        </span>
        <span className="truncate text-meta text-text3">{shownContent(message, hidesAmounts)}</span>
      </span>
      <time className="num flex-none self-start pt-0.5 text-meta text-text3">{formatTime(message.createTimestamp)}</time>
    </a>
  )
}
