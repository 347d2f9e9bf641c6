import type { Message } from '@rueda/contract/messages.ts'
import type { MessageType } from '@rueda/rules/messages/types.ts'

/** Alerts and notices are about the market; every other message may hold the account's own money. */
const withoutOwnMoney: readonly MessageType[] = ['alert', 'system', 'security', 'kyc']
const FIGURE = /\d(?:[\d.,:\-\u00a0]*\d)?/g
const MASK = '••••'

/** The text of a message; in private mode without the figures of the account. */
export const shownContent = ({ type, content }: Pick<Message, 'type' | 'content'>, hidesAmounts: boolean): string =>
  hidesAmounts && !withoutOwnMoney.includes(type) ? content.replace(FIGURE, MASK) : content
