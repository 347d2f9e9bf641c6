import type { AccountState, Outcome } from '../ledger/account-state.ts'
import { eventKind, happeningsOf } from '../ledger/record.ts'
import type { Message, MessageDraft } from './message.ts'

/** A customer's message; unread when it is written. */
export const messageKind = eventKind<MessageDraft, Message>('message', (draft, { id, accountId, at }) => ({
  ...draft,
  id,
  accountId,
  createdAt: at,
  readAt: null,
}))

/** All messages of an outcome to its customer, those of orders that end by it first. Called before the outcome is posted. */
export const messagesOf = (state: AccountState, outcome: Outcome): readonly MessageDraft[] =>
  messageKind.in({ events: happeningsOf(state, outcome) })
