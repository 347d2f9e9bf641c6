import type { AgencyId } from '@rueda/rules/follow/agency.ts'
import { stoppedOn } from '@rueda/rules/follow/strike.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import { dealDateAt } from '../funds/schedule.ts'

/** How an agency stands: what staff decided of it, and whether its own protective stop has ended it. */
export type AgencyStanding = Readonly<{
  status: 'open' | 'paused' | 'closing' | 'closed' | 'stopped'
  /** The last strike there will be; null for an agency that goes on. */
  endsOn: CalendarDate | null
  reason: 'stop' | 'closed' | null
}>

type Knowing = Pick<App, 'venue' | 'agencies' | 'offerings'>

const GOES_ON = { endsOn: null, reason: null } as const

/**
 * An agency that staff close ends at the strike at which a request of that moment is dealt, so that nobody ends one at prices that are known; once
 * that strike is there it has no other.
 */
export function standingOf({ venue, agencies, offerings }: Knowing, agencyId: AgencyId): AgencyStanding {
  const live = agencies.days(agencyId, 'live')
  const stopped = stoppedOn(live)
  if (stopped !== null) return { status: 'stopped', endsOn: stopped, reason: 'stop' }
  const decided = offerings.notOffered().find(({ kind, id }) => kind === 'agency' && id === agencyId)
  if (decided === undefined) return { status: 'open', ...GOES_ON }
  if (decided.status === 'paused') return { status: 'paused', ...GOES_ON }
  const [last, due] = [live.at(-1)?.date, dealDateAt(venue, decided.since)]
  if (last === undefined || due === null) return { status: 'closing', endsOn: due, reason: 'closed' }
  return last >= due ? { status: 'closed', endsOn: last, reason: 'closed' } : { status: 'closing', endsOn: due, reason: 'closed' }
}
