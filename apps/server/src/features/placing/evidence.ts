import type { PlacingEvidence } from '@rueda/rules/placing/eligibility.ts'
import { isSuitable } from '@rueda/rules/suitability/standing.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import { readAccountState } from '../../write-path/read-account-state.ts'
import { isPermissionOpen } from '../permissions/is-open.ts'
import { suitabilityAttemptsOf } from '../suitability/records.ts'
import { worthOf } from '../wallets/worth.ts'

type Reading = Pick<App, 'pool' | 'venue' | 'navs' | 'agencies'>

/** What is worked out before a command: an application is decided with it. */
export async function standingOf(app: Reading, accountId: string): Promise<Omit<PlacingEvidence, 'isSuitable'>> {
  const [isInstitution, equity] = await Promise.all([isPermissionOpen(app.pool, accountId, 'institution'), worthOf(app, accountId)])
  return { isInstitution, equity }
}

/** For display; an application is decided under the lock of its write. */
export async function evidenceOf(app: Reading, accountId: string, now: Instant): Promise<PlacingEvidence> {
  const [standing, state] = await Promise.all([
    standingOf(app, accountId),
    readAccountState(app.pool, accountId, { wallets: [], records: [suitabilityAttemptsOf] }),
  ])
  return { ...standing, isSuitable: isSuitable(state, now) }
}
