import { type StatusOf, machine } from '../machine.ts'

/**
 * The check of a customer's identity (`docs/rules/kyc.md` J.1). A failed check can be tried again; a passed one is opened again only when
 * the document ends or when staff give a reason.
 */
export const kycMachine = machine({
  none: { submit: 'pending' },
  pending: { pass: 'passed', fail: 'failed' },
  passed: { reopen: 'pending' },
  failed: { submit: 'pending' },
})
export type KycStatus = StatusOf<typeof kycMachine>

/** Reasons why a check failed; each has a text in the app that tells the customer the next step. */
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
