import type { Message } from '@rueda/contract/messages.ts'
import { type MessageGroup, messageGroups } from '@rueda/rules/messages/types.ts'
import { SortableTable, type TableColumn } from '@rueda/ui/lists/SortableTable.tsx'
import { TableCard } from '@rueda/ui/lists/TableCard.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDateTime } from '@rueda/ui/formats/dates.ts'
import { useState } from 'react'
import { useColumns } from '../../shared/lists/use-columns.tsx'
import { useRowOrder } from '../../shared/lists/use-row-order.ts'
import { useText } from '../../shared/text/text.ts'
import { MessageSheet } from './MessageSheet.tsx'
import { iconOf } from './message-icons.ts'
import { shownContent } from './shown-content.ts'

type MessageTableProps = Readonly<{ messages: readonly Message[]; hasMore: boolean }>

/** Messages over the width of a desk; one is read at the side of the table, which keeps its place. */
export function MessageTable({ messages, hasMore }: MessageTableProps) {
  const t = useText('titles')
  const [opened, setOpened] = useState<string | null>(null)
  const { shown, button } = useColumns('messages', useMessageColumns(setOpened))
  const order = useRowOrder({ usual: 'newest', count: messages.length, hasMore })
  return (
    <TableCard>
      <SortableTable
        label={t('messages')}
        columns={shown}
        rows={messages}
        keyOf={({ id }) => id}
        order={order}
        tools={button}
        isChosen={({ id }) => id === opened}
      />
      <MessageSheet id={opened} onClose={() => setOpened(null)} />
    </TableCard>
  )
}

const groups = Object.keys(messageGroups) as MessageGroup[]
const groupOf = ({ type }: Message): MessageGroup | undefined =>
  groups.find((group) => (messageGroups[group] as readonly string[]).includes(type))

function useMessageColumns(onOpen: (id: string) => void): readonly TableColumn<Message>[] {
  const t = useText('desk')
  const words = useText('messages')
  const { hidesAmounts } = useUi()
  const groupName = (message: Message) => words(`tab.${groupOf(message) ?? 'system'}`)
  return [
    {
      key: 'title',
      label: t('column.message'),
      words: true,
      sortBy: ({ title }) => title,
      cell: (message) => <Title message={message} onOpen={onOpen} />,
    },
    {
      key: 'text',
      label: t('column.text'),
      words: true,
      cell: (message) => (
        <span className="block max-w-[520px] truncate text-text3 max-[1279px]:max-w-[300px]">{shownContent(message, hidesAmounts)}</span>
      ),
    },
    { key: 'group', label: t('column.group'), words: true, sortBy: groupName, cell: groupName },
    {
      key: 'date',
      label: t('column.date'),
      sortBy: ({ createTimestamp }) => createTimestamp,
      cell: ({ createTimestamp }) => formatDateTime(createTimestamp),
    },
  ]
}

/** What opens a message; a dot and a heavier title say that it was not read. */
function Title({ message: { id, type, title, readStatus }, onOpen }: Readonly<{ message: Message; onOpen: (id: string) => void }>) {
  const status = useText('status')
  const Icon = iconOf(type)
  const isUnread = readStatus === 0
  return (
    <button type="button" onClick={() => onOpen(id)} className="flex max-w-[420px] items-center gap-2.5 py-1 text-left hover:underline">
      <span className="relative grid size-7 flex-none place-items-center rounded-pill bg-s2 text-text2">
        <Icon aria-hidden size={15} />
        {isUnread ? (
          <span aria-hidden className="absolute -top-0.5 -right-0.5 size-2.5 rounded-pill border-2 border-s1 bg-accent-fill" />
        ) : null}
      </span>
      <span className={isUnread ? 'min-w-0 truncate font-semibold' : 'min-w-0 truncate font-normal text-text2'}>
        {isUnread ? <span className="sr-only">{status('message.unread')}: </span> : null}
        {title}
      </span>
    </button>
  )
}
