/** Subjects of messages (`docs/rules/messages.md` E.13). Transfers and alerts are kinds of ours. */
export const messageTypes = [
  'order',
  'trade',
  'margin',
  'liquidation',
  'ipo',
  'fund',
  'loan',
  'follow',
  'robot',
  'deposit',
  'withdraw',
  'transfer',
  'kyc',
  'security',
  'dividend',
  'alert',
  'system',
] as const
export type MessageType = (typeof messageTypes)[number]

/** The message centre's tabs. */
export const messageGroups = {
  trades: ['order', 'trade', 'margin', 'liquidation', 'ipo', 'follow', 'robot', 'dividend', 'alert'],
  funds: ['fund', 'loan', 'deposit', 'withdraw', 'transfer'],
  system: ['kyc', 'security', 'system'],
} as const satisfies Record<string, readonly MessageType[]>
export type MessageGroup = keyof typeof messageGroups
