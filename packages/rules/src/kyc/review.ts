import { matchNames } from '../cards/name-match.ts'
import type { CalendarDate } from '../time.ts'
import type { KycReason } from './identity.ts'
import type { Mrz } from './mrz.ts'
import { isStrangeName } from './names.ts'
import { documentIdentity, isDocumentNumber, isOfAge, normalNumber } from './numbers.ts'
import type { CheckedSubmission } from './submission.ts'

/** Stored with every decision: the version of these rules that made it. A change of them is a new number. */
export const KYC_RULE_VERSION = 'kyc-2'

/** A picture as far as rules can see it. */
export type PictureFacts = Readonly<{ width: number; height: number; contrast: number; print: string }>

export type Evidence = Readonly<{
  submission: CheckedSubmission
  front: PictureFacts | null
  back: PictureFacts | null
  /** The distance of the pictures from the nearest of anybody else's, in bits of 256; null when nobody else has one. */
  nearestElsewhere: number | null
  isUsedElsewhere: boolean
  /** An adapter's answer; null if the brokerage has no adapter, which is recorded as skipped. */
  sanctions: 'clear' | 'listed' | null
  face: 'same' | 'other' | null
  today: CalendarDate
}>

export const findings = ['pass', 'fail', 'uncertain', 'skipped'] as const
export type Finding = (typeof findings)[number]
export type CheckName = keyof typeof checks
export type Verdict = Readonly<{
  outcome: 'pass' | 'fail' | 'uncertain'
  reason: KycReason | null
  findings: Readonly<Record<CheckName, Finding>>
}>

/**
 * Reviews a customer's papers as `docs/rules/kyc.md` E.12 requires. Passes when no check objects; fails when one does for a reason that
 * cannot be an accident; anything between is reviewed by a person.
 */
export function reviewIdentity(evidence: Evidence): Verdict {
  const found = checkNames.map((name) => [name, checks[name].find(evidence)] as const)
  const byName = Object.fromEntries(found) as Record<CheckName, Finding>
  const failed = checkNames.find((name) => byName[name] === 'fail')
  if (failed !== undefined) return { outcome: 'fail', reason: checks[failed].reason, findings: byName }
  return { outcome: found.some(([, finding]) => finding === 'uncertain') ? 'uncertain' : 'pass', reason: null, findings: byName }
}

type Check = Readonly<{ reason: KycReason; find: (evidence: Evidence) => Finding }>

/** In the order in which failures are reported. */
const checks = {
  number: { reason: 'MRZ_MISMATCH', find: findNumber },
  age: { reason: 'UNDERAGE', find: findAge },
  expiry: { reason: 'EXPIRED', find: findExpiry },
  pictures: { reason: 'IMAGE_QUALITY', find: findPictures },
  zone: { reason: 'MRZ_MISMATCH', find: findZone },
  zoneName: { reason: 'NAME_MISMATCH', find: findZoneName },
  name: { reason: 'NAME_MISMATCH', find: findName },
  document: { reason: 'DUPLICATE', find: ({ isUsedElsewhere }) => (isUsedElsewhere ? 'fail' : 'pass') },
  copy: { reason: 'DUPLICATE', find: findCopy },
  sanctions: { reason: 'SANCTIONS_REVIEW', find: ({ sanctions }) => whatAdapterSays(sanctions, 'listed') },
  face: { reason: 'IMAGE_QUALITY', find: ({ face }) => whatAdapterSays(face, 'other') },
} as const satisfies Record<string, Check>
export const checkNames = Object.keys(checks) as CheckName[]

/** An adapter can be mistaken about a person, so staff review a finding against one. */
const whatAdapterSays = (said: string | null, against: string): Finding => {
  if (said === null) return 'skipped'
  return said === against ? 'uncertain' : 'pass'
}

function findNumber({ submission: { type, countryCode, number } }: Evidence): Finding {
  return isDocumentNumber(type, countryCode, normalNumber(number)) ? 'pass' : 'fail'
}

function findAge({ submission: { birthDate, zone }, today }: Evidence): Finding {
  const born = birthDate ?? zone?.birthDate ?? null
  if (born === null) return 'uncertain'
  return isOfAge(born, today) ? 'pass' : 'fail'
}

/** A document counts up to the day before the one it ends on (`docs/rules/kyc.md` E.12). Without a zone only a person can read it. */
function findExpiry({ submission: { type, zone }, today }: Evidence): Finding {
  if (zone === null) return type === 'passport' ? 'uncertain' : 'skipped'
  return zone.expiresOn <= today ? 'fail' : 'pass'
}

const LONGER_EDGE_NEEDED = 600
/** A page that cannot be read is nearly of one colour. */
const MIN_CONTRAST = 8
/** Pictures so alike are the same one, taken over or taken twice. */
const SAME_PICTURE = 12

function findPictures({ submission: { type }, front, back }: Evidence): Finding {
  const needed = type === 'idcard' ? [front, back] : [front]
  if (!needed.every((picture) => picture !== null && isReadable(picture))) return 'fail'
  const isOneTwice = front !== null && back !== null && distance(front.print, back.print) <= SAME_PICTURE
  return isOneTwice ? 'fail' : 'pass'
}

const isReadable = ({ width, height, contrast }: PictureFacts): boolean =>
  Math.max(width, height) >= LONGER_EDGE_NEEDED && contrast >= MIN_CONTRAST

/** The number of bits in which two outlines differ. */
const distance = (one: string, other: string): number => [...one].filter((bit, index) => bit !== other[index]).length

/** The typed data and the zone must be of the same document and the same person. */
function findZone({ submission }: Evidence): Finding {
  const { zone, type } = submission
  if (zone === null) return type === 'passport' ? 'uncertain' : 'skipped'
  const isThisKind = type === 'passport' ? zone.format === 'TD3' : zone.format !== 'TD3'
  return isThisKind && isSameDocument(submission, zone) && isSamePerson(submission, zone) ? 'pass' : 'fail'
}

/** A customer who types a CUIL in place of the DNI inside it means the same document. */
function isSameDocument({ type, countryCode, number }: CheckedSubmission, zone: Mrz): boolean {
  const identity = (written: string): string => (type === 'idcard' ? documentIdentity(countryCode, written) : written)
  return identity(normalNumber(number)) === identity(normalNumber(zone.number))
}

const isSamePerson = ({ birthDate, gender }: CheckedSubmission, zone: Mrz): boolean =>
  (birthDate === null || birthDate === zone.birthDate) && (gender === null || zone.sex === 'X' || gender === zone.sex)

function findZoneName({ submission: { zone, firstName, lastName } }: Evidence): Finding {
  if (zone === null) return 'skipped'
  const match = matchNames(`${firstName} ${lastName}`, `${zone.givenNames} ${zone.surnames}`)
  if (match === 'same') return 'pass'
  // A long name is cut off in the zone, which is nobody's mistake.
  return match === 'different' && !zone.namesAreCut ? 'fail' : 'uncertain'
}

function findName({ submission: { firstName, lastName } }: Evidence): Finding {
  return [firstName, lastName].some(isStrangeName) ? 'uncertain' : 'pass'
}

/** The very picture that another customer handed in; one that only resembles it is reviewed. */
const THE_VERY_PICTURE = 3

function findCopy({ nearestElsewhere }: Evidence): Finding {
  if (nearestElsewhere === null || nearestElsewhere > SAME_PICTURE) return 'pass'
  return nearestElsewhere <= THE_VERY_PICTURE ? 'fail' : 'uncertain'
}
