import type { Instant } from '../time.ts'

/**
 * While an instrument is open for closing only, nothing new may be taken on in it: selling a holding, closing a position and cancelling go
 * on. The reason is one of a few that exist in every language.
 */
export const closeOnlyReasons = ['clearing', 'volatility', 'event', 'delisting'] as const
export type CloseOnlyReason = (typeof closeOnlyReasons)[number]

export type CloseOnly = Readonly<{ reason: CloseOnlyReason; from: Instant; until: Instant }>
