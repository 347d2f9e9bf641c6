import { type Message, typeOfMessage } from '@rueda/rules/messages/message.ts'
import type { Column } from '../../write-path/columns.ts'
import { messageKind } from '@rueda/rules/messages/records.ts'
import { storedEvents } from '../../write-path/record-kind.ts'

const messageColumns: readonly Column<Message>[] = [
  ['account_id', 'bigint', (message) => message.accountId],
  ['id', 'uuid', (message) => message.id],
  ['type', 'text', (message) => typeOfMessage(message)],
  ['template', 'text', (message) => message.template],
  ['facts', 'json', (message) => JSON.stringify(message.facts)],
  ['link', 'text', (message) => message.link],
  ['created_at', 'bigint', (message) => message.createdAt],
]

/** Messages to a customer; `insert` also serves events outside the write path, in the transaction of that event. */
export const messages = storedEvents(messageKind, {
  table: 'messages',
  columns: messageColumns,
  classes: { personal: 'account_id id type template facts link created_at read_at' },
})
