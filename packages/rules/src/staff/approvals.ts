import { type Result, ok, refuse } from '../result.ts'
import { DAY_MS, type Instant, MINUTE_MS } from '../time.ts'
import type { PowerName } from './powers.ts'
import type { StaffRole } from './roles.ts'

/**
 * Dual approval: one person requests an act, another requests exactly the same, and it is done. Changes of the staff can also be made by
 * one person alone, a day after all other staff were notified and if nobody objected: a brokerage whose second administrator has left for
 * good has to go on. Both acts need the second factor of the last five minutes.
 */
export const FRESH_FACTOR_MS = 5 * MINUTE_MS
export const APPROVAL_MS = DAY_MS
/** The time that all other staff have to object to one person's request. */
export const OBJECTION_MS = DAY_MS
/** The whole life of such a request: its maker has two days to carry out a request that nobody objected to. */
export const STAFF_CHANGE_MS = 3 * DAY_MS
/** The time for which a person whom one colleague wants to shut out can use no power at once, but can object. */
export const SUSPENSION_MS = DAY_MS

/** Every act that could give another account, or more power, to the person requesting it. */
const staffChanges = [
  'staff.invite',
  'staff.changeRoles',
  'staff.disable',
  'staff.composeRole',
  'staff.retireRole',
] as const satisfies readonly PowerName[]
export type StaffChange = (typeof staffChanges)[number]
export const isStaffChange = (power: PowerName): power is StaffChange => staffChanges.some((each) => each === power)

export type House = Readonly<{
  /** Persons who could ever administer this brokerage, including former ones. */
  administratorsEver: number
  /** Two persons with a key each opened the emergency account: they count as the two. */
  isEmergency: boolean
}>
/** The house in which somebody asks for a change, and how many others were notified of it. */
export type AskedIn = House & Readonly<{ toldOthers: number }>

/** True until a second person could ever administer: one is here because nobody else has come yet, not because the others are gone. */
const hasOneOnly = ({ administratorsEver, isEmergency }: House): boolean => administratorsEver < 2 && !isEmergency

/**
 * The time from which the person who made a request may carry it out alone; null where it always takes another. When nobody is left to be
 * notified and object, it takes another: the emergency account, which two persons open. The first administrator of a brokerage waits the
 * day too, so that a request from a stolen session is read in the own mailbox first.
 */
export const aloneFrom = (power: PowerName, askedAt: Instant, asked: AskedIn): Instant | null =>
  isStaffChange(power) && (asked.toldOthers > 0 || hasOneOnly(asked)) ? askedAt + OBJECTION_MS : null
export const lapsesAt = (askedAt: Instant, alone: Instant | null): Instant => askedAt + (alone === null ? APPROVAL_MS : STAFF_CHANGE_MS)

export type Asker = Readonly<{ personId: string; verifiedAt: Instant }>
/** The same request, made before and neither decided nor lapsed. */
export type WaitingRequest = Readonly<{ personId: string; isSame: boolean; aloneFrom: Instant | null }>
export type Approval = 'waiting' | 'approved' | 'unopposed'

export function decideApproval(asker: Asker, waiting: WaitingRequest | null, now: Instant): Result<Approval> {
  if (now - asker.verifiedAt > FRESH_FACTOR_MS) return refuse('staff.factor_stale')
  if (waiting === null) return ok('waiting')
  if (!waiting.isSame) return refuse('approval.changed')
  if (waiting.personId !== asker.personId) return ok('approved')
  if (waiting.aloneFrom === null) return refuse('approval.same_person')
  return waiting.aloneFrom <= now ? ok('unopposed') : refuse('approval.not_yet')
}

/**
 * True when the act ends the same person's other requests. All who were notified have the whole day to object; when one of them is shut out
 * without a second person, the other requests must be made anew and the remaining staff notified anew.
 */
export const endsOtherRequests = (power: PowerName, approval: Approval): boolean => power === 'staff.disable' && approval === 'unopposed'

/**
 * True at the beginning, when one person must be able to bring in the second, and for the emergency account; never for a change of what
 * anybody who is here can do.
 */
export const changesAlone = (power: StaffChange, { administratorsEver, isEmergency }: House): boolean =>
  (power === 'staff.invite' || power === 'staff.disable') && (isEmergency || administratorsEver < 2)

/** The ways to change the staff: at once by one person, by two or by one after a day, or by two alone. */
export const waysOfChange = ['atOnce', 'twoOrDay', 'two'] as const
export type WayOfChange = (typeof waysOfChange)[number]

export function wayOfChange(power: StaffChange, asked: AskedIn): WayOfChange {
  if (changesAlone(power, asked)) return 'atOnce'
  return aloneFrom(power, 0, asked) === null ? 'two' : 'twoOrDay'
}

/** Administrators keep their powers until they are out: otherwise one of them could stop all others with a request. */
export const losesPowersAtOnce = (roles: readonly StaffRole[]): boolean => !roles.includes('admin')

/** The powers of a suspended colleague: their own session, and the right to object. */
export const staysWhenSuspended = (power: PowerName): boolean => power === 'staff.self' || power === 'staff.object'
