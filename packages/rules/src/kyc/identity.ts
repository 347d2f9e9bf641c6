import { type StatusOf, machine } from '../machine.ts'

/**
 * Whether the house knows who a customer is (`docs/rules/kyc.md` J.1). A failed check can be tried again; a passed one is
 * opened again only when the document ends or a person of the house says why.
 */
export const kycMachine = machine({
  none: { submit: 'pending' },
  pending: { pass: 'passed', fail: 'failed' },
  passed: { reopen: 'pending' },
  failed: { submit: 'pending' },
})
export type KycStatus = StatusOf<typeof kycMachine>

/** Why a check failed; each has words in the app that say what to do. */
export const kycReasons = [
  'MRZ_MISMATCH',
  'NAME_MISMATCH',
  'EXPIRED',
  'UNDERAGE',
  'DUPLICATE',
  'IMAGE_QUALITY',
  'SANCTIONS_REVIEW',
] as const
export type KycReason = (typeof kycReasons)[number]
