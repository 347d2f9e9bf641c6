import { type Instant, SECOND_MS } from '@rueda/rules/time.ts'
import type { Infrastructure } from '../infrastructure.ts'
import type { Caller } from './handler.ts'

/**
 * Names the time in which a read of the market holds: until the next cycle, and never longer than a second, because a
 * silent market makes prices old without a cycle.
 */
const momentOf = ({ venue }: Pick<Infrastructure, 'venue'>, now: Instant): string => `${venue.cycle()} ${Math.floor(now / SECOND_MS)}`

/** A read that is the same for everybody. */
export const forEverybody = (app: Pick<Infrastructure, 'venue'>, now: Instant): Readonly<{ moment: string; whose: string }> => ({
  moment: momentOf(app, now),
  whose: '',
})

/** A read of the market together with one customer's account state. */
export const forCustomer = (
  app: Pick<Infrastructure, 'venue' | 'versions'>,
  { accountId }: Caller,
  now: Instant,
): Readonly<{ moment: string; whose: string }> => ({ moment: `${momentOf(app, now)} ${app.versions.of(accountId)}`, whose: accountId })
