import { feeDesk } from '@rueda/contract/admin/fees.ts'
import { zoneOf } from '@rueda/exchange/calendars/calendars.ts'
import { addDays, dayNumber } from '@rueda/rules/calendar-date.ts'
import { parseDecimal, parseScaled } from '@rueda/rules/decimal.ts'
import { FARTHEST_DAYS, MAX_TIMES, NOTICE_DAYS, type Proposal, checkProposal } from '@rueda/rules/fees/propose.ts'
import { type Commission, type VolumeStep, countsContracts, firstVersion, houseRows, versionAt } from '@rueda/rules/fees/versions.ts'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import { tradedTermsOf } from '@rueda/rules/instruments/terms.ts'
import { HOUSE_MARKET, tradedMarkets } from '@rueda/rules/markets/markets.ts'
import { minorDigits } from '@rueda/rules/money.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { FullApp } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'
import { type StaffRegistered, type StaffRequest, staffRoutes } from '../../admin/handler.ts'
import { requireDualApproval } from '../approvals/approvals.ts'
import { notifyEveryCustomer } from '../broadcasts/everybody.ts'
import { announcement } from './announcement.ts'
import { marketsJson } from './book.ts'
import { presentBounds, presentCommissions, presentVersion } from './present.ts'
import { insertVersion, makersOf } from './store.ts'

/** The house's commissions: every version, and the next one by two persons. */
export const feeAdminRoutes = (app: FullApp): StaffRegistered =>
  staffRoutes(feeDesk, {
    list: async () => {
      const makers = await makersOf(app.pool)
      const inForce = versionAt(app.fees.later(), app.clock.now())
      const today = todayOf(app)
      return ok({
        versions: app.fees
          .all()
          .toReversed()
          .map((version) => ({ ...presentVersion(version, inForce), made: makers.get(version.version) ?? null })),
        ...{ earliestDay: addDays(today, NOTICE_DAYS), latestDay: addDays(today, FARTHEST_DAYS), mostTimes: Number(MAX_TIMES) },
        bounds: presentBounds(),
      })
    },
    propose: (request) => propose(app, request),
  })

const zone = zoneOf(HOUSE_MARKET)
const todayOf = ({ clock }: Pick<FullApp, 'clock'>): CalendarDate => zone.dateAt(clock.now())

/** One version is decided at a time. */
const SUBJECT = 'fees'

type Decided = Result<{ state: 'waiting' | 'done' }>

async function propose(app: FullApp, request: StaffRequest<typeof feeDesk.propose>): Promise<Decided> {
  const { input, staff, now: at, trace } = request
  const { reason, note } = input
  const read = readProposal(input)
  if (!read.ok) return read
  const proposal = read.value
  const days = await app.venue.calendar(HOUSE_MARKET, proposal.firstDay, proposal.firstDay)
  await app.fees.refresh()
  const isTradingDay = (date: CalendarDate): boolean => days.some((day) => day.date === date && day.trading)
  const wrong = checkProposal(proposal, { later: app.fees.later(), today: todayOf(app), isTradingDay })
  if (wrong !== null) return wrong
  const decided = await inTransaction(app.pool, async (client): Promise<Decided> => {
    const pair = await requireDualApproval(app, client, request, { subject: SUBJECT, accountId: null })
    if (!pair.ok) return pair
    const { state, approvalId } = pair.value
    const markets = marketsJson(proposal.markets)
    const before = versionAt(app.fees.later(), app.clock.now()).version
    const after = { firstDay: proposal.firstDay, markets, state }
    await trace(client, { accountId: null, subject: SUBJECT, reason, note, before: { version: before }, after, approvalId })
    if (state === 'waiting') return ok({ state })
    const newest = app.fees.later().at(-1) ?? firstVersion
    const version = newest.version + 1
    const startsAt = zone.midnightOf(dayNumber(proposal.firstDay))
    const made = { reason, note, at, staffId: staff.staffId, approvalId }
    await insertVersion(client, { version, firstDay: proposal.firstDay, startsAt, markets, ...made })
    await notifyEveryCustomer(app, client, {
      texts: announcement({
        firstDay: proposal.firstDay,
        before: newest.markets.map(presentCommissions),
        after: proposal.markets.map(presentCommissions),
      }),
      link: 'fees:',
      ...made,
    })
    return ok({ state: 'done' })
  })
  await Promise.all([app.fees.refresh(), app.notices.refresh()])
  return decided
}

/** A per cent is a hundredth: six decimals of it are eight of the whole. */
const PERCENT_DECIMALS = 6

type Given = StaffRequest<typeof feeDesk.propose>['input']
type GivenStep = Given['markets'][number]['steps'][number]

const isTraded = (market: MarketName): boolean => tradedMarkets.some((each) => each === market)

/** The wire's decimals as the rules' integers. */
function readProposal({ firstDay, markets }: Given): Result<Proposal> {
  const read: Proposal['markets'][number][] = []
  for (const { market, steps } of markets) {
    if (!isTraded(market)) return refuse('parameter.invalid', { field: 'markets' })
    const whole: VolumeStep[] = []
    for (const step of steps) {
      const wrong = (field: string) => refuse('parameter.invalid', { field: `${market}.${field}` })
      const from = countsContracts(market) ? parseScaled(step.from) : minorOf(market, step.from)
      if (from === null) return wrong('from')
      const commissions = step.commissions.map((given) => readCommission(market, given))
      const faulty = commissions.find((each) => typeof each === 'string')
      if (typeof faulty === 'string') return wrong(faulty)
      whole.push({ from, commissions: commissions.filter((each) => typeof each !== 'string') })
    }
    read.push({ market, steps: whole })
  }
  return ok({ firstDay, markets: read })
}

/** The commission, or the name of the field that cannot be read. */
function readCommission(
  market: MarketName,
  { scope, rate: rateText, minimum: least, maximum: most }: GivenStep['commissions'][number],
): Commission | 'commissions' | 'rate' | 'minimum' | 'maximum' {
  const row = houseRows(market).find((each) => each.scope === scope)
  if (row === undefined) return 'commissions'
  const rate = row.base === 'quantity' ? parseScaled(rateText) : parseDecimal(rateText, PERCENT_DECIMALS)
  const [minimum, maximum] = [least, most].map((amount) => (amount === null ? null : (minorOf(market, amount) ?? undefined)))
  if (rate === null) return 'rate'
  if (minimum === undefined) return 'minimum'
  return maximum === undefined ? 'maximum' : { scope: row.scope, rate, minimum, maximum }
}

/** An amount of the market's money in minor units; null where it has more decimals than that. */
function minorOf(market: MarketName, amount: string): bigint | null {
  const [whole = '', decimals = ''] = amount.split('.')
  const digits = minorDigits[tradedTermsOf(market).feeTable.currency]
  const kept = decimals.replace(/0+$/u, '')
  return kept.length > digits ? null : parseDecimal(kept === '' ? whole : `${whole}.${kept}`, digits)
}
