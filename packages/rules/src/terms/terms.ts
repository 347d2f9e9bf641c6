import { SCALE } from '../decimal.ts'
import { type ChannelId, channelOf } from '../deposits/channel.ts'
import { type Refusal, refuse } from '../result.ts'
import { type LimitName, type Limits, firstLimits, limitNames } from './limits.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '../time.ts'
import { type Rail, type RailFee, type RailId, rails } from '../withdrawals/rails.ts'

/**
 * The brokerage's terms for deposits and withdrawals, as they change: the tables of channels and rails are the first version, and every
 * change holds from its own moment on. A deposit or withdrawal begun under a version is finished under it.
 */
export type HouseAccount = Readonly<{ bankName: string; accountName: string; accountNo: string; alias: string | null }>

export type TermsChange = Readonly<{ termsId: string; effectiveAt: Instant }> &
  (
    | Readonly<{ kind: 'withdrawalFee'; subject: RailId; fee: RailFee }>
    /** In minor units of the channel's wallet. */
    | Readonly<{ kind: 'depositMinimum'; subject: ChannelId; minimum: bigint }>
    | Readonly<{ kind: 'houseAccount'; subject: ChannelId; account: HouseAccount }>
    /** In cents of dollars. */
    | Readonly<{ kind: 'moneyLimit'; subject: LimitName; limit: bigint }>
  )
type Kind = TermsChange['kind']
type ChangeOf<K extends Kind> = Extract<TermsChange, { kind: K }>

/** The time in which a customer who read the old fee may still confirm it. */
export const SEEN_FOR_MS = 10 * MINUTE_MS
/** Customers are notified of another fee or minimum a day before it holds, and none is planned further ahead than a quarter. */
export const NOTICE_MS = DAY_MS
export const FARTHEST_MS = 90 * DAY_MS
/** A share above this is a typing mistake. */
const MAX_SHARE = SCALE / 20n

/** The change that holds at a moment; null while the first version does. */
export function changeAt<K extends Kind>(
  changes: readonly TermsChange[],
  { kind, subject }: Readonly<{ kind: K; subject: string }>,
  at: Instant,
): ChangeOf<K> | null {
  const holding = changes.filter((change) => change.kind === kind && change.subject === subject && change.effectiveAt <= at)
  return (holding.toSorted(inTime).at(-1) as ChangeOf<K> | undefined) ?? null
}

const inTime = (a: TermsChange, b: TermsChange): number => a.effectiveAt - b.effectiveAt || (a.termsId < b.termsId ? -1 : 1)

/** A rail with the fee that holds at a moment, and the version it is of. */
export type RailTerms = Readonly<{ rail: Rail; termsId: string | null }>

export function railAt(changes: readonly TermsChange[], id: RailId, at: Instant): RailTerms {
  const change = changeAt(changes, { kind: 'withdrawalFee', subject: id }, at)
  return { rail: change === null ? rails[id] : { ...rails[id], fee: change.fee }, termsId: change?.termsId ?? null }
}

/** The fee a customer was shown, while it may still be confirmed; null when it is too old or was never shown. */
export function feeSeen(changes: readonly TermsChange[], id: RailId, seen: string | null, now: Instant): RailFee | null {
  const current = railAt(changes, id, now)
  if (current.termsId === seen) return current.rail.fee
  const before = railAt(changes, id, now - SEEN_FOR_MS)
  return before.termsId === seen ? before.rail.fee : null
}

/** The minimum of a deposit that began at a moment. */
export const minimumAt = (changes: readonly TermsChange[], channel: ChannelId, at: Instant): bigint =>
  changeAt(changes, { kind: 'depositMinimum', subject: channel }, at)?.minimum ?? channelOf(channel).minimum

/** Every limit as it holds at a moment. */
export const limitsAt = (changes: readonly TermsChange[], at: Instant): Limits =>
  Object.fromEntries(
    limitNames.map((name) => [name, changeAt(changes, { kind: 'moneyLimit', subject: name }, at)?.limit ?? firstLimits[name]]),
  ) as Limits

/** Changes that are announced and not yet in force by the clock that each goes by. */
export const comingAfter = (changes: readonly TermsChange[], nowOf: (change: TermsChange) => Instant): readonly TermsChange[] =>
  changes.filter((change) => change.effectiveAt > nowOf(change)).toSorted(inTime)

/** A fee, a minimum or a limit is announced ahead; the account that money is paid to can change at once, because it may have to. */
export function checkNotice(effectiveAt: Instant, now: Instant): Refusal | null {
  const [low, high] = [now + NOTICE_MS, now + FARTHEST_MS]
  if (effectiveAt >= low && effectiveAt <= high) return null
  return refuse('parameter.invalid', { field: 'effectiveTimestamp', low: NOTICE_MS / HOUR_MS, high: FARTHEST_MS / HOUR_MS })
}

export const checkFee = ({ share }: RailFee): Refusal | null =>
  share > MAX_SHARE ? refuse('parameter.invalid', { field: 'sharePercent' }) : null

const LAST = 6
/** Compares the end of a new account number with its retyped one. */
export const isLastSix = (accountNo: string, typed: string): boolean => typed.length === LAST && accountNo.endsWith(typed)
