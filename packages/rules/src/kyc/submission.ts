import { next } from '../machine.ts'
import { type Result, ok, refuse } from '../result.ts'
import type { CalendarDate, Instant } from '../time.ts'
import { DAY_MS } from '../time.ts'
import { type KycStatus, kycMachine } from './identity.ts'
import { type Mrz, readMrz } from './mrz.ts'
import { isName } from './names.ts'
import { type DocumentType, isDocumentNumber, isOfAge, normalNumber } from './numbers.ts'

/** The customers' own statements about themselves, to be compared with the pictures of their papers. */
export type Submission = Readonly<{
  type: DocumentType
  countryCode: string
  firstName: string
  lastName: string
  number: string
  birthDate: CalendarDate | null
  gender: 'M' | 'F' | 'X' | null
  /** The machine-readable zone as typed; null where there was none. */
  mrz: string | null
}>

/** A submission that could be true, with its machine-readable zone read. */
export type CheckedSubmission = Submission & Readonly<{ zone: Mrz | null }>

type Circumstances = Readonly<{
  status: KycStatus
  today: CalendarDate
  now: Instant
  /** When this customer tried again after a failure, newest first. */
  retriedAt: readonly Instant[]
  /** True when the same paper identifies somebody else, or is about to. */
  isUsedElsewhere: boolean
}>

const MAX_RETRIES = 5
const RETRY_WINDOW_MS = 30 * DAY_MS

/** Accepts papers that may be handed in now and could be real (`docs/rules/kyc.md` J.1, E.12); refuses others without any change. */
export function checkSubmission(submission: Submission, circumstances: Circumstances): Result<CheckedSubmission> {
  const mayHandIn = checkStatus(circumstances)
  if (!mayHandIn.ok) return mayHandIn
  const normal = { ...submission, number: normalNumber(submission.number) }
  const checked = checkPaper(normal, circumstances.today)
  if (!checked.ok) return checked
  return circumstances.isUsedElsewhere ? refuse('document.used', { field: 'idNumber' }) : checked
}

const recentOf = (retriedAt: readonly Instant[], now: Instant): Instant[] => retriedAt.filter((at) => at > now - RETRY_WINDOW_MS)

/** The number of times that a failed check can still be tried again. */
export const retriesLeft = (retriedAt: readonly Instant[], now: Instant): number =>
  Math.max(MAX_RETRIES - recentOf(retriedAt, now).length, 0)

function checkStatus({ status, retriedAt, now }: Circumstances): Result<true> {
  if (next(kycMachine, status, 'submit') === null) return refuse(status === 'passed' ? 'kyc.passed' : 'kyc.pending')
  const recent = recentOf(retriedAt, now)
  const oldest = recent.at(-1)
  if (status !== 'failed' || recent.length < MAX_RETRIES || oldest === undefined) return ok(true)
  return refuse('kyc.too_often', { num: MAX_RETRIES, retryAfterMs: oldest + RETRY_WINDOW_MS - now })
}

/** Checks a paper by itself; the screens run it before anything is sent. */
export function checkPaper(submission: Submission, today: CalendarDate): Result<CheckedSubmission> {
  const { type, countryCode, number, firstName, lastName, birthDate, mrz } = submission
  if (!isName(firstName)) return refuse('parameter.invalid', { field: 'firstName' })
  if (!isName(lastName)) return refuse('parameter.invalid', { field: 'lastName' })
  if (!isDocumentNumber(type, countryCode, normalNumber(number))) return refuse('document.invalid', { field: 'idNumber' })
  const zone = mrz === null ? null : readMrz(mrz, today)
  if (mrz !== null && zone === null) return refuse('document.invalid', { field: 'mrz' })
  if (zone !== null && zone.expiresOn <= today) return refuse('document.expired', { field: 'mrz' })
  const born = birthDate ?? zone?.birthDate ?? null
  if (born !== null && born > today) return refuse('parameter.invalid', { field: 'birthDate' })
  if (born !== null && !isOfAge(born, today)) return refuse('person.under_age', { field: 'birthDate' })
  return ok({ ...submission, zone })
}
