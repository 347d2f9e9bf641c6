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

/**
 * The time from which the person who made a request may carry it out alone; null where it always takes another. When nobody else is left to
 * be notified and object, it takes another: the emergency account, which two persons open.
 */
export const aloneFrom = (power: PowerName, askedAt: Instant, toldOthers: number): Instant | null =>
  isStaffChange(power) && toldOthers > 0 ? askedAt + OBJECTION_MS : null
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
  return waiting.aloneFrom !== null && waiting.aloneFrom <= now ? ok('unopposed') : refuse('approval.same_person')
}

/**
 * True when the act ends the same person's other requests. All who were notified have the whole day to object; when one of them is shut out
 * without a second person, the other requests must be made anew and the remaining staff notified anew.
 */
export const endsOtherRequests = (power: PowerName, approval: Approval): boolean => power === 'staff.disable' && approval === 'unopposed'

export type House = Readonly<{
  /** Persons who could ever administer this brokerage, including former ones. */
  administratorsEver: number
  /** Two persons with a key each opened the emergency account: they count as the two. */
  isEmergency: boolean
}>

/**
 * True at the beginning, when one person must be able to bring in the second, and for the emergency account; never for a change of what
 * anybody who is here can do.
 */
export const changesAlone = (power: StaffChange, { administratorsEver, isEmergency }: House): boolean =>
  (power === 'staff.invite' || power === 'staff.disable') && (isEmergency || administratorsEver < 2)

/** The ways to change the staff: at once by one person, by two or by one after a day, or by two alone. */
export const waysOfChange = ['atOnce', 'twoOrDay', 'two'] as const
export type WayOfChange = (typeof waysOfChange)[number]

export function wayOfChange(power: StaffChange, house: House, toldOthers: number): WayOfChange {
  if (changesAlone(power, house)) return 'atOnce'
  return aloneFrom(power, 0, toldOthers) === null ? 'two' : 'twoOrDay'
}

/** Administrators keep their powers until they are out: otherwise one of them could stop all others with a request. */
export const losesPowersAtOnce = (roles: readonly StaffRole[]): boolean => !roles.includes('admin')

/** The powers of a suspended colleague: their own session, and the right to object. */
export const staysWhenSuspended = (power: PowerName): boolean => power === 'staff.self' || power === 'staff.object'
