/** Why the server closes a socket. The ones from 4400 are ours. */
export const closeCodes = {
  /** The server is going down or restarting: come back. */
  restarting: 1012,
  badFrame: 1007,
  /** The session is over, or never was. */
  sessionEnded: 4401,
  /** No `auth` frame in time, which a slow phone can be late with: come back. It says nothing about the session. */
  unknown: 4408,
  /** Private frames would have been lost: come back and read everything again. */
  resync: 4409,
  tooMany: 4429,
} as const
