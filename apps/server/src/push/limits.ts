import type { SocketBounds } from './requesters.ts'

/** Limits on the requests and the cost of one socket (`docs/rules/overload.md` 9, `docs/rules/bad-input.md` 10.I). */
export const AUTH_WITHIN_MS = 5_000
export const MAX_FRAME_BYTES = 4_096
export const MESSAGES_PER_SECOND = 20
/** Frames that wait for the answer to those before them. */
export const MAX_WAITING_FRAMES = 50
/** Above the limit a socket is warned; at twice the limit it is closed. */
export const CLOSE_AT_MESSAGES_PER_SECOND = 2 * MESSAGES_PER_SECOND
export const MAX_SUBSCRIPTIONS = 200
/** Subscriptions that poll the market: depth, trades, last bars. */
export const MAX_POLLED_SUBSCRIPTIONS = 30
export const SOCKETS_PER_ACCOUNT = 5
/** Many customers may share one address; guests cost as much as customers, and nothing but the address distinguishes them. */
export const socketBounds: SocketBounds = {
  socketsPerAddress: 250,
  guestsPerAddress: 50,
  unknownPerAddress: 20,
  messagesPerSecond: 100,
  polledSubscriptions: 60,
}
/** For tests and benches, which have one address. */
export const boundless: SocketBounds = {
  socketsPerAddress: Number.POSITIVE_INFINITY,
  guestsPerAddress: Number.POSITIVE_INFINITY,
  unknownPerAddress: Number.POSITIVE_INFINITY,
  messagesPerSecond: Number.POSITIVE_INFINITY,
  polledSubscriptions: Number.POSITIVE_INFINITY,
}
export const SEND_BUDGET_BYTES = 256 * 1_024
export const PING_EVERY_MS = 20_000
export const SILENT_AFTER_MS = 60_000
/** A reader that has been over its budget this long is not reading at all. */
export const STUCK_AFTER_MS = 10_000
export const CHECK_SESSION_EVERY_MS = 4_000
export const QUOTES_EVERY_MS = 250
export const POLL_EVERY_MS = 1_000
