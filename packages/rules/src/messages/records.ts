import type { AccountState, Outcome } from '../ledger/account-state.ts'
import { eventKind, happeningsOf } from '../ledger/record.ts'
import type { Message, MessageDraft } from './message.ts'

/** What a customer is told; unread when it is written. */
export const messageKind = eventKind<MessageDraft, Message>('message', (draft, { id, accountId, at }) => ({
  ...draft,
  id,
  accountId,
  createdAt: at,
  readAt: null,
}))

/** All that a customer is told with an outcome, of orders that end by it first. Asked before the outcome is posted. */
export const messagesOf = (state: AccountState, outcome: Outcome): readonly MessageDraft[] =>
  messageKind.in({ events: happeningsOf(state, outcome) })
