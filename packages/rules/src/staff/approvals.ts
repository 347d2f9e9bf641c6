import { type Result, ok, refuse } from '../result.ts'
import { DAY_MS, type Instant, MINUTE_MS } from '../time.ts'
import type { PowerName } from './powers.ts'
import type { StaffRole } from './roles.ts'

/**
 * Four eyes: one person asks, another person asks for exactly the same, and it is done. Changes of who works here can
 * also be made by one person alone, a day after everybody of the staff was told and if nobody objected: a house whose
 * second administrator is gone for good has to go on. Both acts need the second factor of the last five minutes.
 */
export const FRESH_FACTOR_MS = 5 * MINUTE_MS
export const APPROVAL_MS = DAY_MS
/** How long everybody of the staff has to object to what one person asked for. */
export const OBJECTION_MS = DAY_MS
/** How long such a request lasts in all: whoever asked has two days to carry out what nobody objected to. */
export const STAFF_CHANGE_MS = 3 * DAY_MS
/** Whoever one person wants to shut out can use no power at once for this long, and can object all the while. */
export const SUSPENSION_MS = DAY_MS

/** Every act after which another account, or more power, could be in the hands of whoever asked for it. */
const staffChanges = ['staff.invite', 'staff.changeRoles', 'staff.disable'] as const satisfies readonly PowerName[]
export type StaffChange = (typeof staffChanges)[number]
export const isStaffChange = (power: PowerName): power is StaffChange => staffChanges.some((each) => each === power)

/**
 * From when a request may be carried out by the person who asked for it; null where it always takes another. Where nobody
 * else is left who could be told and object, it takes another: the emergency account, which two persons open.
 */
export const aloneFrom = (power: PowerName, askedAt: Instant, toldOthers: number): Instant | null =>
  isStaffChange(power) && toldOthers > 0 ? askedAt + OBJECTION_MS : null
export const lapsesAt = (askedAt: Instant, alone: Instant | null): Instant => askedAt + (alone === null ? APPROVAL_MS : STAFF_CHANGE_MS)

export type Asker = Readonly<{ personId: string; verifiedAt: Instant }>
/** The same thing, asked for before and neither decided nor lapsed. */
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
 * Whoever was told has the whole day to object. So somebody shut out without a second person takes with them what the
 * same person asked for besides: it is asked for anew, and those who are left are told anew.
 */
export const endsOtherRequests = (power: PowerName, approval: Approval): boolean => power === 'staff.disable' && approval === 'unopposed'

export type House = Readonly<{
  /** Persons who ever could administrate this house, also those who are gone. */
  administratorsEver: number
  /** Two persons with a key each opened the emergency account: they are the two. */
  isEmergency: boolean
}>

/** A house that begins has one person, who has to be able to bring the second; from then on nobody changes the staff alone. */
export const changesAlone = (power: StaffChange, { administratorsEver, isEmergency }: House): boolean =>
  power !== 'staff.changeRoles' && (isEmergency || administratorsEver < 2)

/** How a change of the staff is made now: at once by whoever asks, by two or by one after a day, or by two alone. */
export const waysOfChange = ['atOnce', 'twoOrDay', 'two'] as const
export type WayOfChange = (typeof waysOfChange)[number]

export function wayOfChange(power: StaffChange, house: House, toldOthers: number): WayOfChange {
  if (changesAlone(power, house)) return 'atOnce'
  return aloneFrom(power, 0, toldOthers) === null ? 'two' : 'twoOrDay'
}

/** Administrators keep their powers until they are out: else one of them could stop all others by asking. */
export const losesPowersAtOnce = (roles: readonly StaffRole[]): boolean => !roles.includes('admin')

/** What a suspended colleague can still use: the own session, and the right to object. */
export const staysWhenSuspended = (power: PowerName): boolean => power === 'staff.self' || power === 'staff.object'
