import type { Instant } from '@rueda/rules/time.ts'
import type { Staff } from './handler.ts'

/** The origin that every line of an export names: the colleague who took it out of the brokerage (BO-10). */
export type ExportOrigin = Readonly<{ staff: Staff; requestId: string; now: Instant }>

/** Begins with our own words, so that no name is a formula. */
export const exportWatermark = ({ staff, requestId, now }: ExportOrigin): string =>
  `by ${staff.name} <${staff.email}> ${new Date(now).toISOString()} ${requestId}`

const SHOWN_DIGITS = 3
export const masked = (accountId: string): string => `•••${accountId.slice(-SHOWN_DIGITS)}`
