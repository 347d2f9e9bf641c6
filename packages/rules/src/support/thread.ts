import { type StatusOf, machine } from '../machine.ts'

/**
 * A customer's conversation with the staff: one thread for each customer, that is opened again by the next question.
 * Who has to write next is its state, so that nobody who waits is overlooked.
 */
export const supportMachine = machine({
  none: { ask: 'waiting' },
  waiting: { ask: 'waiting', answer: 'answered', close: 'closed' },
  answered: { ask: 'waiting', answer: 'answered', close: 'closed' },
  closed: { ask: 'waiting' },
})
export type SupportStatus = StatusOf<typeof supportMachine>

/** What a question is about, chosen before its first message. */
export const supportTopics = ['deposit', 'withdrawal', 'identity', 'order', 'other'] as const
export type SupportTopic = (typeof supportTopics)[number]

/** What of the own records can be put beside a message. */
export const recordKinds = ['order', 'deposit', 'withdrawal'] as const
export type RecordKind = (typeof recordKinds)[number]

export const MAX_MESSAGE = 2_000

/** So many messages may wait for an answer; a person reads them all. */
export const MAX_UNANSWERED = 20
