import { type Currency, formatMinor } from '../money.ts'
import type { Instant } from '../time.ts'
import { type FactsOf, type MoneyFact, type TemplateKey, messageTemplates } from './templates.ts'
import type { MessageType } from './types.ts'

/**
 * The brokerage's message to a customer: a template and its facts. It is written in the transaction of its event, so that there is no event
 * without its message and no message of something that never happened.
 */
export type MessageDraft = {
  [Key in TemplateKey]: Readonly<{ template: Key; facts: FactsOf<Key>; link: MessageLink | null }>
}[TemplateKey]

/** The object of a message, for the button that opens it: a kind and an id ("order:0199…", "instrument:US:ARDV"), which a page that all share has none of ("fees:"). */
export type MessageLink = `${(typeof linkKinds)[number]}:${string}`
export const linkKinds = [
  'order',
  'position',
  'transfer',
  'deposit',
  'withdrawal',
  'instrument',
  'identity',
  'support',
  'complaint',
  'permission',
  'loan',
  'fees',
] as const

/** A message in its place; unread until `readAt`, and never unread again. */
export type Message = MessageDraft & Readonly<{ id: string; accountId: string; createdAt: Instant; readAt: Instant | null }>

export const typeOfMessage = ({ template }: Pick<MessageDraft, 'template'>): MessageType => messageTemplates[template].type

export const moneyFact = (minor: bigint, currency: Currency): MoneyFact => `${formatMinor(minor, currency)} ${currency}`
