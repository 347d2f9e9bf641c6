import { codeOfKycStatus } from '@rueda/contract/codes.ts'
import type { Identity } from '@rueda/contract/kyc.ts'
import { retriesLeft } from '@rueda/rules/kyc/submission.ts'
import { maskedName, maskedNumber } from '@rueda/rules/kyc/mask.ts'
import type { Instant } from '@rueda/rules/time.ts'
import { type KycDeps, dateOf, expectedMinutes } from './deps.ts'
import { openPapers } from './papers.ts'
import type { KycCase, Standing } from './store.ts'

/** The customer's identity status; only as much of the papers as distinguishes them. */
export const presentIdentity = (
  app: Pick<KycDeps, 'vault' | 'settings'>,
  { status, reason }: Standing,
  cases: readonly KycCase[],
  now: Instant,
): Identity => ({
  kycStatus: codeOfKycStatus[status],
  kycReason: reason,
  papers: cases[0] === undefined ? null : presentPapers(app, cases[0], now),
  retriesLeft: retriesLeft(
    cases.filter(({ attempt }) => attempt > 1).map(({ submittedAt }) => submittedAt),
    now,
  ),
  expectedMinutes: expectedMinutes(app.settings),
})

function presentPapers({ vault }: Pick<KycDeps, 'vault'>, kycCase: KycCase, now: Instant): Identity['papers'] {
  const { firstName, lastName, number } = openPapers(vault, kycCase, dateOf(now))
  const { type, countryCode, submittedAt, queuedAt, status, decidedAt } = kycCase
  return {
    type,
    countryCode,
    name: maskedName(firstName, lastName),
    number: maskedNumber(number),
    submitTimestamp: submittedAt,
    withPerson: status === 'pending' && queuedAt !== null ? 1 : 0,
    decideTimestamp: decidedAt,
  }
}
