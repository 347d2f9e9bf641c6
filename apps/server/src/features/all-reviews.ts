import { SECOND_MS } from '@rueda/rules/time.ts'
import type { App } from '../app.ts'
import { reviewCards } from './cards/review.ts'
import { tellOfLateComplaints } from './complaints/late.ts'
import { reviewIdentities } from './kyc/review.ts'
import { recheckPermissions } from './permissions/recheck.ts'
import { reviewPermissions } from './permissions/review.ts'
import { closeQuietConversations } from './support/quiet.ts'
import { carryOutReversals } from './ledger/reversals.ts'
import { keepLoanCases, reviewLoans } from './loans/review.ts'
import { keepWithdrawalCases } from './withdrawals/decisions.ts'
import { tellOfLate } from './withdrawals/late.ts'
import { reviewWithdrawals } from './withdrawals/review.ts'
import type { EdgeParts } from '../http/edge.ts'
import type { Job } from '../jobs/repeat.ts'

const EVERY_MS = 30 * SECOND_MS

type Reviewing = App & Pick<EdgeParts, 'wallClock'>

/** Looks for reviews that are due; when reviews are configured to be quick, every second. */
export const reviewJobs = (app: Reviewing): readonly Job[] => [
  {
    everyMs: app.settings.REVIEW_SECONDS === undefined ? EVERY_MS : SECOND_MS,
    work: () => runReviews(app),
    failed: 'the reviews could not be run',
  },
]

/** Runs every review whose time has come (`docs/rules/jobs.md` K). A failure is logged and does not keep the others from running. */
export async function runReviews(app: Reviewing): Promise<void> {
  for (const [name, review] of Object.entries(reviews)) {
    await review(app).catch((error: unknown) => app.log.error({ err: error, review: name }, 'a review failed and is tried again'))
  }
}

const reviews: Readonly<Record<string, (app: Reviewing) => Promise<unknown>>> = {
  // First of all: the other decisions may depend on the identity.
  identities: (app) => reviewIdentities(app, app.wallClock.now()),
  cards: (app) => reviewCards(app, app.wallClock.now()),
  withdrawals: (app) => reviewWithdrawals(app, app.wallClock.now()),
  loans: (app) => reviewLoans(app, app.wallClock.now()),
  loanCases: (app) => keepLoanCases(app, app.wallClock.now()),
  permissions: (app) => reviewPermissions(app, app.wallClock.now()),
  permissionsHeld: (app) => recheckPermissions(app, app.wallClock.now()),
  conversations: (app) => closeQuietConversations(app, app.wallClock.now()),
  reversals: (app) => carryOutReversals(app, app.wallClock.now()),
  withdrawalCases: (app) => keepWithdrawalCases(app, app.wallClock.now()),
  lateComplaints: (app) => tellOfLateComplaints(app, app.wallClock.now()),
  lateWithdrawals: (app) => tellOfLate(app, app.wallClock.now()),
}
