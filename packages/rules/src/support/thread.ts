import { type StatusOf, machine } from '../machine.ts'

/**
 * A customer's conversation with the staff: one thread for each customer, that is opened again by the next question. Its state names the
 * side that writes next, so that nobody who waits is overlooked.
 */
export const supportMachine = machine({
  none: { ask: 'waiting' },
  waiting: { ask: 'waiting', answer: 'answered', close: 'closed' },
  answered: { ask: 'waiting', answer: 'answered', close: 'closed' },
  closed: { ask: 'waiting' },
})
export type SupportStatus = StatusOf<typeof supportMachine>

/** Topics of a question, chosen before its first message. */
export const supportTopics = ['deposit', 'withdrawal', 'identity', 'order', 'other'] as const
export type SupportTopic = (typeof supportTopics)[number]

/** Kinds of the customer's own records that can be attached to a message. */
export const recordKinds = ['order', 'deposit', 'withdrawal'] as const
export type RecordKind = (typeof recordKinds)[number]

export const MAX_MESSAGE = 2_000

/** So many messages may wait for an answer; a person reads them all. */
export const MAX_UNANSWERED = 20
