/** Why the server closes a socket. The ones from 4400 are ours. */
export const closeCodes = {
  /** The server is going down or restarting: come back. */
  restarting: 1012,
  badFrame: 1007,
  /** No `auth` frame in time, or the session is over. */
  sessionEnded: 4401,
  /** Private frames would have been lost: come back and read everything again. */
  resync: 4409,
  tooMany: 4429,
} as const
