import { type TemplateKey, messageTemplates } from './templates.ts'
import type { MessageType } from './types.ts'

/** What messages are about, as a customer chooses which of them come and how (`docs/rules/messages.md` P.22). */
export const messageTopics = ['security', 'account', 'money', 'trading', 'products', 'alerts', 'news', 'support'] as const
export type MessageTopic = (typeof messageTopics)[number]

/** In the message centre with its badge and its push, or by e-mail. */
export const messageWays = ['app', 'mail'] as const
export type MessageWay = (typeof messageWays)[number]

const topicOfType: Readonly<Record<MessageType, MessageTopic>> = {
  order: 'trading',
  trade: 'trading',
  margin: 'trading',
  liquidation: 'trading',
  ipo: 'products',
  fund: 'products',
  loan: 'products',
  follow: 'products',
  robot: 'products',
  dividend: 'products',
  deposit: 'money',
  withdraw: 'money',
  transfer: 'money',
  kyc: 'account',
  security: 'security',
  alert: 'alerts',
  system: 'account',
}

/** Templates that are about something else than their type. */
const topicOfTemplate: Partial<Record<TemplateKey, MessageTopic>> = {
  'house.notice': 'news',
  'support.answered': 'support',
  'correction.taken': 'money',
  'correction.given': 'money',
  'referral.paid': 'money',
}

export const topicOf = (template: TemplateKey): MessageTopic => topicOfTemplate[template] ?? topicOfType[messageTemplates[template].type]

/**
 * What comes whether one chooses it or not. In the app: all that moves money, binds or protects, and an alert, which its customer asked for and
 * turns off where it stands. By mail: security, which a thief with an open session must not be able to silence.
 */
const alwaysComes: Readonly<Record<MessageWay, readonly MessageTopic[]>> = {
  app: ['security', 'account', 'money', 'trading', 'products', 'alerts'],
  mail: ['security'],
}
export const isAlwaysSent = (topic: MessageTopic, way: MessageWay): boolean => alwaysComes[way].includes(topic)

/** The topics that a customer has switched off in the app, and on by mail. */
export type MessageChoices = Readonly<{ muted: readonly MessageTopic[]; mailed: readonly MessageTopic[] }>
/** Everything in the app, and no mail besides what always comes. */
export const firstChoices: MessageChoices = { muted: [], mailed: [] }

export function isSent({ muted, mailed }: MessageChoices, topic: MessageTopic, way: MessageWay): boolean {
  if (isAlwaysSent(topic, way)) return true
  return way === 'app' ? !muted.includes(topic) : mailed.includes(topic)
}

/** The choices with one of them made; the caller has asked `isAlwaysSent` before. */
export function choose({ muted, mailed }: MessageChoices, topic: MessageTopic, way: MessageWay, isOn: boolean): MessageChoices {
  return way === 'app' ? { muted: withTopic(muted, topic, !isOn), mailed } : { muted, mailed: withTopic(mailed, topic, isOn) }
}

const withTopic = (topics: readonly MessageTopic[], topic: MessageTopic, isIn: boolean): readonly MessageTopic[] =>
  messageTopics.filter((each) => (each === topic ? isIn : topics.includes(each)))
