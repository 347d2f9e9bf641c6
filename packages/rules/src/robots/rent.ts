import { house, robotAccount, walletAccount } from '../ledger/accounts.ts'
import { type AccountState, type Outcome, walletOf } from '../ledger/account-state.ts'
import { type EntryDraft, transfer } from '../ledger/entry.ts'
import { moneyFact } from '../messages/message.ts'
import { messageKind } from '../messages/records.ts'
import { type MoneyMode, formatMinor } from '../money.ts'
import { type Refusal, type Result, ok, refuse } from '../result.ts'
import { isSuitable } from '../suitability/standing.ts'
import type { CalendarDate, Instant } from '../time.ts'
import { availableOf, walletCurrencies } from '../wallets/wallet.ts'
import { type RobotId, robots } from './catalogue.ts'
import { rentalKind, robotSlotKind } from './records.ts'
import {
  MAX_CAPITAL,
  MAX_INSTRUMENTS,
  MAX_LIMIT,
  MAX_OPEN_RENTALS,
  MIN_CAPITAL,
  MIN_LIMIT,
  RENTAL_MS,
  type Rental,
  type RobotSlot,
  isOpenRental,
} from './rental.ts'

/** Renting a robot (`docs/rules/robots.md` E.8): J85 pays for its use, J86 gives it its capital. */
export const ROBOT_WALLET = 'FOLLOW'
const CURRENCY = walletCurrencies[ROBOT_WALLET]

export const RENT_STEP = 0
const CAPITAL_STEP = 1

/** Trading games and credit stand beside no real money (`docs/rules/honesty.md` 0.1). */
export const areRobotsOffered = (moneyMode: MoneyMode): boolean => moneyMode === 'sim'

export type RentRequest = Readonly<{
  id: string
  /** An id for each instrument. */
  slotIds: readonly string[]
  number: string
  robotId: RobotId
  instrumentIds: readonly string[]
  capital: bigint
  maxDailyLoss: bigint
  maxDrawdown: bigint
  sellsAtLimit: boolean
  handsOver: boolean
}>

export type RentTerms = Readonly<{
  rent: bigint
  /** Its hash as the customer was shown it. */
  hash: string
  identityMissing: boolean
  /** Those of the asked instruments that a robot can trade. */
  tradable: readonly string[]
  today: CalendarDate
  /** The newest day whose close is known: nothing up to it is acted on. */
  lastClosed: CalendarDate | null
  valueDate: CalendarDate
}>

export type Rented = Readonly<{ rental: Rental; outcome: Outcome }>

export function rentRobot(state: AccountState, asked: RentRequest, terms: RentTerms, now: Instant): Result<Rented> {
  const refused = mayRent(state, asked, terms, now) ?? checkTerms(asked, terms) ?? checkMoney(state, asked, terms)
  if (refused !== null) return refused
  const { slotIds, ...request } = asked
  const rental: Rental = {
    ...request,
    accountId: state.accountId,
    ruleHash: robots[asked.robotId].hash,
    rent: terms.rent,
    status: 'running',
    ...{ pauseReason: null, pausedOn: null, rentedOn: terms.today, value: asked.capital, valuedOn: terms.lastClosed, peak: asked.capital },
    ...{ returned: 0n, rentedAt: now, endsAt: now + RENTAL_MS, changedAt: now, endedAt: null },
  }
  const slots = slotsFor(rental, slotIds, terms, now)
  return ok({
    rental,
    outcome: {
      entries: [...rentEntry(rental, terms), capitalEntry(rental, slots, terms)],
      records: [...rentalKind.changed(rental), ...robotSlotKind.changed(...slots)],
      events: messageKind.happened({
        template: 'robot.rented',
        facts: {
          robot: rental.robotId,
          capital: moneyFact(rental.capital, CURRENCY),
          rent: moneyFact(rental.rent, CURRENCY),
          until: rental.endsAt,
        },
        link: null,
      }),
    },
  })
}

function mayRent(state: AccountState, { robotId }: RentRequest, terms: RentTerms, now: Instant): Refusal | null {
  if (state.frozen) return refuse('account.frozen')
  if (terms.identityMissing) return refuse('kyc.required')
  if (!isSuitable(state, now)) return refuse('suitability.required')
  // Whoever was shown another rule has not agreed to this one.
  if (terms.hash !== robots[robotId].hash) return refuse('robot.changed', { field: 'hash' })
  const open = [...rentalKind.of(state).values()].filter(isOpenRental).length
  return open >= MAX_OPEN_RENTALS ? refuse('robot.too_many', { num: MAX_OPEN_RENTALS }) : null
}

function checkTerms({ instrumentIds, slotIds, capital, maxDailyLoss, maxDrawdown }: RentRequest, { tradable }: RentTerms): Refusal | null {
  const { length } = instrumentIds
  if (length === 0 || length > MAX_INSTRUMENTS || slotIds.length !== length || new Set(instrumentIds).size !== length)
    return refuse('parameter.invalid', { field: 'stockCodes' })
  if (instrumentIds.some((id) => !tradable.includes(id))) return refuse('instrument.unknown', { field: 'stockCodes' })
  if (capital < MIN_CAPITAL || capital > MAX_CAPITAL)
    return refuse('robot.capital', { field: 'capital', low: formatMinor(MIN_CAPITAL, CURRENCY), high: formatMinor(MAX_CAPITAL, CURRENCY) })
  if (maxDailyLoss < MIN_LIMIT || maxDailyLoss > MAX_LIMIT) return refuse('parameter.invalid', { field: 'maxDailyLossPct' })
  return maxDrawdown < MIN_LIMIT || maxDrawdown > MAX_LIMIT ? refuse('parameter.invalid', { field: 'maxDrawdownPct' }) : null
}

function checkMoney(state: AccountState, { capital }: RentRequest, { rent }: RentTerms): Refusal | null {
  const available = availableOf(walletOf(state, ROBOT_WALLET))
  const needed = capital + rent
  if (needed <= available) return null
  const text = (minor: bigint): string => formatMinor(minor, CURRENCY)
  return refuse('wallet.insufficient', {
    field: 'capital',
    need: text(needed),
    available: text(available),
    missing: text(needed - available),
  })
}

/** The capital in equal parts; the cents that are left over go to the first of them. */
function slotsFor(rental: Rental, slotIds: readonly string[], { lastClosed }: RentTerms, now: Instant): readonly RobotSlot[] {
  const count = BigInt(rental.instrumentIds.length)
  return rental.instrumentIds.map((instrumentId, at) => ({
    ...{ id: slotIds[at] ?? '', accountId: rental.accountId, rentalId: rental.id, instrumentId },
    cash: rental.capital / count + (BigInt(at) < rental.capital % count ? 1n : 0n),
    ...{ quantity: 0n, target: 0n, actedOn: lastClosed, orderId: null, settlesOn: null, changedAt: now },
  }))
}

const rentEntry = (rental: Rental, { valueDate }: RentTerms): readonly EntryDraft[] =>
  rental.rent === 0n
    ? []
    : [
        {
          journal: 'J85',
          cause: { kind: 'robot', id: rental.id, step: RENT_STEP },
          lines: transfer({ from: walletAccount(ROBOT_WALLET, 'CASH'), to: house.rent(CURRENCY), asset: CURRENCY, amount: rental.rent }),
          valueDate,
        },
      ]

const capitalEntry = (rental: Rental, slots: readonly RobotSlot[], { valueDate }: RentTerms): EntryDraft => ({
  journal: 'J86',
  cause: { kind: 'robot', id: rental.id, step: CAPITAL_STEP },
  lines: [
    { account: walletAccount(ROBOT_WALLET, 'CASH'), asset: CURRENCY, amount: -rental.capital },
    ...slots.map(({ id, cash }) => ({ account: robotAccount(id), asset: CURRENCY, amount: cash })),
  ],
  valueDate,
})
