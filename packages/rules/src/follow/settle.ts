import { addDays } from '../calendar-date.ts'
import { divide, greatest } from '../decimal.ts'
import { navFact, publishedNav } from '../funds/nav.ts'
import { house, mandateAccount, mandateAsset, walletAccount } from '../ledger/accounts.ts'
import type { AccountState } from '../ledger/account-state.ts'
import { type EntryDraft, type Line, mergeLines, transfer } from '../ledger/entry.ts'
import { moneyFact } from '../messages/message.ts'
import { messageKind } from '../messages/records.ts'
import { notional } from '../money.ts'
import type { CalendarDate, Instant } from '../time.ts'
import { agencies } from './agency.ts'
import { changed } from './change.ts'
import { type Mandate, type MandateEnd, isBeyondLimit, payoutOf, unitsWorth, valueOfUnits } from './mandate.ts'
import { type Changed, type Strike, WALLET, causeOf } from './place.ts'
import { mandateKind } from './records.ts'

type Settling = Readonly<{
  mandateId: string
  strike: Strike
  /** Set when the agency ends with this strike or has ended before: by its protective stop, or closed by staff. */
  over: 'stop' | 'closed' | null
  /** The trading day after the strike, at which a loss limit that is met now is carried out. */
  nextDate: CalendarDate
  venue: string
  valueDate: CalendarDate
}>

/**
 * What a strike does to a mandate: it ends at its term, on request, by its loss limit or with its agency (J82), goes on for another term, or
 * asks for its own end. Null where nothing is due. Each strike is looked at once, in order.
 */
export function strikeMandate(state: AccountState, settling: Settling, now: Instant): Changed | null {
  const mandate = mandateKind.of(state).get(settling.mandateId)
  const { strike, over, nextDate } = settling
  if (mandate === undefined || mandate.status !== 'active' || mandate.entered === null) return null
  // An agency's last strike ends also what began with it.
  if (strike.date < mandate.dealDate || (strike.date === mandate.dealDate && over === null)) return null
  const reason = endAt(mandate, strike.date, over)
  if (reason !== null) return settled(mandate, reason, settling, now)
  if (mandate.expiresOn !== null && mandate.expiresOn <= strike.date) return renewed(mandate, settling, now)
  if (mandate.ending !== null || !isBeyondLimit(mandate, { date: strike.date, nav: publishedNav(strike.nav) })) return null
  const limited = changed({ ...mandate, ending: { dealDate: nextDate, reason: 'limit' }, changedAt: now })
  const facts = { agency: mandate.agencyId, percent: String(mandate.limit?.percent ?? 0), date: nextDate }
  return { ...limited, outcome: { ...limited.outcome, events: messageKind.happened({ template: 'mandate.limit', facts, link: null }) } }
}

/**
 * The first of these strikes at which something happens to an active mandate; null while nothing does. They come oldest first, and the ones
 * on which an agency ends are its last.
 */
export const dueStrike = <Each extends Pick<Strike, 'date' | 'nav'>>(
  mandate: Mandate,
  strikes: readonly Each[],
  endsOn: CalendarDate | null,
): Each | null => strikes.find((strike) => isDueAt(mandate, strike, endsOn)) ?? null

function isDueAt(mandate: Mandate, { date, nav }: Pick<Strike, 'date' | 'nav'>, endsOn: CalendarDate | null): boolean {
  const { dealDate, expiresOn, ending } = mandate
  if (endsOn !== null && date >= endsOn) return date >= dealDate
  if (date <= dealDate) return false
  if (expiresOn !== null && expiresOn <= date) return true
  return ending === null ? isBeyondLimit(mandate, { date, nav: publishedNav(nav) }) : ending.dealDate <= date
}

function endAt({ expiresOn, renews, ending }: Mandate, date: CalendarDate, over: Settling['over']): MandateEnd | null {
  if (over !== null) return over
  // A term that is over costs nothing to leave, also where an end was asked for that comes to the same strike.
  if (expiresOn !== null && expiresOn <= date && !renews) return 'term'
  return ending !== null && ending.dealDate <= date ? ending.reason : null
}

const isEarly = (reason: MandateEnd): boolean => reason === 'request' || reason === 'limit'
const FIRST_END_STEP = 2

function settled(mandate: Mandate, reason: MandateEnd, { strike, venue, valueDate }: Settling, now: Instant): Changed {
  const { agencyId, units, cost, renewals, highWater } = mandate
  const nav = publishedNav(strike.nav)
  const { value, exitFee, share, payout } = payoutOf(agencies[agencyId], {
    value: valueOfUnits(units, nav),
    ...{ highWater, isEarly: isEarly(reason) },
  })
  const given = givenBack(mandate, { units, cost, value, fees: strike.fees }, venue)
  const entry: EntryDraft = {
    journal: 'J82',
    cause: causeOf(mandate, FIRST_END_STEP + renewals),
    lines: mergeLines([
      ...given,
      ...shareLines(mandate, share),
      ...transfer({ from: house.mandatePool(agencyId), to: walletAccount(WALLET, 'CASH'), asset: 'USD', amount: payout }),
    ]),
    valueDate,
  }
  const ended: Mandate = {
    ...mandate,
    ...{ status: 'settled', units: 0n, cost: 0n, renews: false, ending: null, sharePaid: mandate.sharePaid + share },
    ...{ settled: { on: strike.date, reason, nav, value, exitFee, payout }, changedAt: now },
  }
  const facts = { agency: agencyId, amount: moneyFact(payout, 'USD'), nav: navFact(nav), mandateEnd: reason }
  const events = messageKind.happened({ template: 'mandate.settled', facts, link: null })
  return { mandate: ended, outcome: { entries: [entry], records: mandateKind.changed(ended), events } }
}

/**
 * Another term. The agency takes its share of what was gained above the high-water mark, in units, and the mark is what is left: the same
 * gain is never shared twice, and after a loss nothing is due before the mark is reached again.
 */
function renewed(mandate: Mandate, { strike, venue, valueDate }: Settling, now: Instant): Changed {
  const { agencyId, units, cost, renewals, termDays, highWater, entered } = mandate
  const nav = publishedNav(strike.nav)
  const { share } = payoutOf(agencies[agencyId], { value: valueOfUnits(units, nav), highWater, isEarly: false })
  const taken = share === 0n ? 0n : unitsWorth(share, nav)
  const costTaken = divide(cost * taken, units, 'DOWN')
  const left = units - taken
  const next: Mandate = {
    ...mandate,
    ...{ units: left, cost: cost - costTaken, highWater: greatest(highWater, valueOfUnits(left, nav)) },
    ...{ expiresOn: addDays(strike.date, termDays), dealDate: strike.date, renews: false, renewals: renewals + 1 },
    ...{ sharePaid: mandate.sharePaid + share, entered, changedAt: now },
  }
  const given = givenBack(mandate, { units: taken, cost: costTaken, value: share, fees: strike.fees }, venue)
  const lines = mergeLines([...given, ...shareLines(mandate, share)])
  const cause = causeOf(mandate, FIRST_END_STEP + renewals)
  const facts = {
    agency: agencyId,
    amount: moneyFact(valueOfUnits(left, nav), 'USD'),
    nav: navFact(nav),
    date: next.expiresOn ?? strike.date,
  }
  return {
    mandate: next,
    outcome: {
      entries: share === 0n ? [] : [{ journal: 'J82', cause, lines, valueDate }],
      records: mandateKind.changed(next),
      events: messageKind.happened({ template: 'mandate.renewed', facts, link: null }),
    },
  }
}

type Given = Readonly<{ units: bigint; cost: bigint; value: bigint; fees: bigint }>

/** Units to the pool. What they are worth beyond their cost the market pays, or has; of that the management fees are the house's. */
function givenBack({ id, agencyId, entered }: Mandate, { units, cost, value, fees }: Given, venue: string): readonly Line[] {
  const pool = house.mandatePool(agencyId)
  const market = house.market(venue, 'USD')
  const managed = notional(fees - (entered?.fees ?? 0n), units, 'USD', 'HALF_EVEN')
  const result = value + managed - cost
  return [
    ...transfer({ from: mandateAccount(id), to: pool, asset: mandateAsset(agencyId), amount: units }),
    ...(result >= 0n
      ? transfer({ from: market, to: pool, asset: 'USD', amount: result })
      : transfer({ from: pool, to: market, asset: 'USD', amount: -result })),
    ...transfer({ from: pool, to: house.fee('MANDATE', 'USD'), asset: 'USD', amount: managed }),
  ]
}

const shareLines = ({ agencyId }: Mandate, share: bigint): readonly Line[] =>
  transfer({ from: house.mandatePool(agencyId), to: house.profitShare('USD'), asset: 'USD', amount: share })
