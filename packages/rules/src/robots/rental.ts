import { type StatusOf, isFinal, machine } from '../machine.ts'
import type { CalendarDate, Instant } from '../time.ts'
import { DAY_MS } from '../time.ts'
import { type RobotId, WHOLE } from './catalogue.ts'

/** A robot that somebody rents (`docs/rules/robots.md` E.8), and the sub-wallet that it trades from. */
export const rentalMachine = machine({
  running: { pause: 'paused', stop: 'stopping', expire: 'expiring' },
  paused: { resume: 'running', stop: 'stopping', expire: 'expiring' },
  stopping: { end: 'stopped' },
  expiring: { end: 'expired' },
  stopped: {},
  expired: {},
})
export type RentalStatus = StatusOf<typeof rentalMachine>
export const rentalStatuses = Object.keys(rentalMachine) as RentalStatus[]
export const openRentalStatuses = rentalStatuses.filter((status) => !isFinal(rentalMachine, status))

export const pauseReasons = ['dailyLoss', 'drawdown', 'rule'] as const
/** What paused it: a limit of its customer, or a rule that is not the one it was rented with. */
export type PauseReason = (typeof pauseReasons)[number]

export const RENTAL_DAYS = 30
export const RENTAL_MS = RENTAL_DAYS * DAY_MS
/** In cents. */
export const MIN_CAPITAL = 10_000n
export const MAX_CAPITAL = 1_000_000n
export const MAX_INSTRUMENTS = 5
export const MAX_OPEN_RENTALS = 5
/** Limits are ten-thousandths of a value, as targets are. */
const PERCENT = WHOLE / 100n
export const DEFAULT_DAILY_LOSS = 3n * PERCENT
export const DEFAULT_DRAWDOWN = 10n * PERCENT
export const MIN_LIMIT = 1n * PERCENT
export const MAX_LIMIT = 50n * PERCENT

export type Rental = Readonly<{
  id: string
  /** The reference for customers and staff. */
  number: string
  accountId: string
  robotId: RobotId
  /** Of the rule and its parameters at the time of renting; no other rule ever trades for it. */
  ruleHash: string
  instrumentIds: readonly string[]
  /** In cents: what it was given to trade with, and what was paid for its use. */
  capital: bigint
  rent: bigint
  maxDailyLoss: bigint
  maxDrawdown: bigint
  /** At a limit everything is sold, and not only nothing more bought. */
  sellsAtLimit: boolean
  /** At its end the shares become the customer's own instead of being sold. */
  handsOver: boolean
  status: RentalStatus
  pauseReason: PauseReason | null
  /** The trading day of the pause. */
  pausedOn: CalendarDate | null
  /** The trading day it was rented on; the first day it decides on comes after it. */
  rentedOn: CalendarDate
  /** Its value at the end of `valuedOn`, in cents, and the highest of all those and its capital. */
  value: bigint
  valuedOn: CalendarDate | null
  peak: bigint
  /** What came back at its end, in cents. */
  returned: bigint
  rentedAt: Instant
  endsAt: Instant
  changedAt: Instant
  endedAt: Instant | null
}>

/**
 * The part of a rental that trades one instrument. Its money is an account of the ledger of its own (`U:ROBOT:<id>`), and its shares are
 * locked shares of the customer's position: nobody else can spend the one or sell the other.
 */
export type RobotSlot = Readonly<{
  id: string
  accountId: string
  rentalId: string
  instrumentId: string
  /** In cents; what working orders hold is not in it. */
  cash: bigint
  /** In units of 10^-8; what working orders hold is not in it. */
  quantity: bigint
  /** The part of its capital that its rule wanted invested when it last acted. */
  target: bigint
  /** The newest day whose close it has acted on; each is acted on once. */
  actedOn: CalendarDate | null
  /** Its order that has not ended; null without one. */
  orderId: string | null
  /** The last settlement of its sales; its money goes back after it. */
  settlesOn: CalendarDate | null
  changedAt: Instant
}>

export const isOpenRental = ({ status }: Pick<Rental, 'status'>): boolean => !isFinal(rentalMachine, status)
/** True while everything it holds is to be sold. */
export const isSelling = ({ status, sellsAtLimit, pauseReason }: Pick<Rental, 'status' | 'sellsAtLimit' | 'pauseReason'>): boolean =>
  status === 'stopping' || status === 'expiring' || (status === 'paused' && sellsAtLimit && pauseReason !== 'rule')
