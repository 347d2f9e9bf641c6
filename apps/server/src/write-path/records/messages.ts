import { type Message, typeOfMessage } from '@rueda/rules/messages/message.ts'
import type { Column } from '../columns.ts'
import { inserting } from '../statements.ts'

const messageColumns: readonly Column<Message>[] = [
  ['account_id', 'bigint', (message) => message.accountId],
  ['id', 'uuid', (message) => message.id],
  ['type', 'text', (message) => typeOfMessage(message)],
  ['template', 'text', (message) => message.template],
  ['facts', 'json', (message) => JSON.stringify(message.facts)],
  ['link', 'text', (message) => message.link],
  ['created_at', 'bigint', (message) => message.createdAt],
]

/** What an outcome tells its customer; also for an event outside the write path, in the transaction of that event. */
export const insertMessages = inserting<Message>('messages', messageColumns)
