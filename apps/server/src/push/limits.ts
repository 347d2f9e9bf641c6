/** What one socket may ask for and cost (`reliability.md` 9, 10.I). */
export const AUTH_WITHIN_MS = 5_000
export const LARGEST_FRAME_BYTES = 4_096
export const MESSAGES_PER_SECOND = 20
/** Above the limit a socket is warned; at twice the limit it is closed. */
export const CLOSE_AT_MESSAGES_PER_SECOND = 2 * MESSAGES_PER_SECOND
export const MAX_SUBSCRIPTIONS = 200
export const SOCKETS_PER_ACCOUNT = 5
export const UNKNOWN_SOCKETS_PER_ADDRESS = 20
export const SEND_BUDGET_BYTES = 256 * 1_024
export const PING_EVERY_MS = 20_000
export const SILENT_AFTER_MS = 60_000
/** A reader that has been over its budget this long is not reading at all. */
export const STUCK_AFTER_MS = 10_000
export const CHECK_SESSION_EVERY_MS = 4_000
export const QUOTES_EVERY_MS = 250
export const POLL_EVERY_MS = 1_000
