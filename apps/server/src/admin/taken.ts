import type { Instant } from '@rueda/rules/time.ts'
import type { Staff } from './handler.ts'

/** What is carried out of the house says on every line who took it (BO-10). */
export type Taken = Readonly<{ staff: Staff; requestId: string; now: Instant }>

/** Begins with our own words, so that no name is a formula. */
export const markOf = ({ staff, requestId, now }: Taken): string =>
  `by ${staff.name} <${staff.email}> ${new Date(now).toISOString()} ${requestId}`

const SHOWN_DIGITS = 3
export const masked = (accountId: string): string => `•••${accountId.slice(-SHOWN_DIGITS)}`
