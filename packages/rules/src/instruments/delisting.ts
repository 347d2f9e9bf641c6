import { type Refusal, refuse } from '../result.ts'
import { DAY_MS, type Instant } from '../time.ts'

/** An instrument that leaves the list: its holders are notified days ahead, and then have days to close. */
export type Delisting = Readonly<{ instrumentId: string; closingFrom: Instant; endsAt: Instant }>

/** Everybody can still buy and sell while it is announced. */
export const ANNOUNCED_DAYS = 3
/** And still close after that. */
export const CLOSING_DAYS = 5
const FARTHEST_DAYS = 365

export function checkDelisting({ closingFrom, endsAt }: Delisting, now: Instant): Refusal | null {
  if (closingFrom < now + ANNOUNCED_DAYS * DAY_MS)
    return refuse('parameter.invalid', { field: 'closingFromTimestamp', low: ANNOUNCED_DAYS })
  if (endsAt < closingFrom + CLOSING_DAYS * DAY_MS) return refuse('parameter.invalid', { field: 'endTimestamp', low: CLOSING_DAYS })
  return endsAt > now + FARTHEST_DAYS * DAY_MS ? refuse('parameter.invalid', { field: 'endTimestamp', high: FARTHEST_DAYS }) : null
}
