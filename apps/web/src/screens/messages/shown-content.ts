import type { Message } from '@rueda/contract/messages.ts'
import type { MessageType } from '@rueda/rules/messages/types.ts'
import { formatDateTime } from '@rueda/ui/formats/dates.ts'

/** Alerts and notices are about the market; every other message may hold the account's own money. */
const withoutOwnMoney: readonly MessageType[] = ['alert', 'system', 'security', 'kyc']
const FIGURE = /\d(?:[\d.,:\-\u00a0]*\d)?/g
const MASK = '••••'
/** As the server writes a moment in every language: it does not know where its reader is. */
const MOMENT = /(\d{2})-(\d{2})-(\d{4}) (\d{2}:\d{2}:\d{2}) UTC/g

/** Moments in the reader's own zone, like everywhere else on the screen. */
const inOwnZone = (content: string): string =>
  content.replace(MOMENT, (_, day: string, month: string, year: string, time: string) => formatDateTime(`${year}-${month}-${day}T${time}Z`))

/** The text of a message; in private mode without the figures of the account. */
export const shownContent = ({ type, content }: Pick<Message, 'type' | 'content'>, hidesAmounts: boolean): string => {
  const whole = inOwnZone(content)
  return hidesAmounts && !withoutOwnMoney.includes(type) ? whole.replace(FIGURE, MASK) : whole
}
