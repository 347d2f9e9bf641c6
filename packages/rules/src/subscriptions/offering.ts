import { notional } from '../money.ts'
import { SCALE } from '../decimal.ts'
import { type StatusOf, machine } from '../machine.ts'
import type { CalendarDate, Instant } from '../time.ts'
import type { WalletType } from '../wallets/wallet.ts'

/**
 * An offering of shares that are paid for in full beforehand: new shares before they are listed (`docs/rules/ipo.md`), and shares of a
 * placing (`docs/rules/placing.md`).
 */
export type IssueKind = 'ipo' | 'placing'

/** Terms that an application is taken on. Prices and quantities are units of 10^-8. */
export type Offering = Readonly<{
  kind: IssueKind
  id: string
  instrumentId: string
  name: string
  price: bigint
  lotSize: bigint
  /** One customer's most, a multiple of the lot. */
  maxQuantity: bigint
  opensAt: Instant
  closesAt: Instant
}>

export const SUBSCRIPTION_WALLET: WalletType = 'SUBSCRIPTION'
export const SUBSCRIPTION_CURRENCY = 'USD'

/** `docs/rules/ipo.md` O.12. It opens and closes by the clock; nobody can move it but by withdrawing it before it is listed. */
export const ipoMachine = machine({
  announced: { open: 'open', withdraw: 'withdrawn' },
  open: { close: 'closed', withdraw: 'withdrawn' },
  closed: { draw: 'allotted', withdraw: 'withdrawn' },
  allotted: { list: 'listed', withdraw: 'withdrawn' },
  listed: {},
  withdrawn: {},
})
export type IpoStatus = StatusOf<typeof ipoMachine>

/** A customer's most lots of a tranche: a twentieth of it, at most a hundred, at least one. */
const TWENTIETH = 20
const MAX_LOTS = 100
export const maxLotsOf = (quota: number): number => Math.max(1, Math.min(Math.floor(quota / TWENTIETH), MAX_LOTS))

/** Shares that are given out to this house's customers (`docs/rules/ipo.md` N). */
export const TRANCHE_SHARES = 20_000n * SCALE
/** Lots of a hundred shares, of ten where a share costs more than the first of these, and of one above the second. */
const DEAR_FROM = 20n * SCALE
const DEAREST_FROM = 500n * SCALE
export const lotSizeAt = (price: bigint): bigint => (price < DEAR_FROM ? 100n : price < DEAREST_FROM ? 10n : 1n) * SCALE

/** What a quantity costs, in cents. */
export const costOf = ({ price }: Pick<Offering, 'price'>, quantity: bigint): bigint =>
  notional(price, quantity, SUBSCRIPTION_CURRENCY, 'HALF_UP')

/** The most that this much money takes of an offering, in whole lots and not above what one customer may (`docs/rules/positions.md` D.6). */
export function mostFor({ price, lotSize, maxQuantity }: Pick<Offering, 'price' | 'lotSize' | 'maxQuantity'>, available: bigint): bigint {
  const lotCost = costOf({ price }, lotSize)
  const lots = lotCost === 0n || available <= 0n ? 0n : available / lotCost
  const quantity = lots * lotSize
  return quantity < maxQuantity ? quantity : maxQuantity
}

/** The part of what the public will have asked for by a moment of the window, in units of 10^-8: it comes in faster towards the end. */
export function demandSoFar({ opensAt, closesAt }: Pick<Offering, 'opensAt' | 'closesAt'>, now: Instant): bigint {
  if (now <= opensAt) return 0n
  if (now >= closesAt) return SCALE
  const [passed, whole] = [BigInt(now - opensAt), BigInt(closesAt - opensAt)]
  return (SCALE * passed * passed) / (whole * whole)
}

/** Business days between the steps of new shares: the window, the draw after its close, the listing after the draw. */
export const WINDOW_TRADING_DAYS = 10
export const DRAW_AFTER_TRADING_DAYS = 1
export const LISTING_AFTER_TRADING_DAYS = 2

/** The trading days of an offering that opens on or after a date, out of the trading days from then on; null where too few are known. */
export function ipoDates(tradingDays: readonly CalendarDate[]): Readonly<{
  opens: CalendarDate
  closes: CalendarDate
  draws: CalendarDate
  lists: CalendarDate
}> | null {
  const closesAt = WINDOW_TRADING_DAYS
  const drawsAt = closesAt + DRAW_AFTER_TRADING_DAYS
  const [opens, closes, draws, lists] = [0, closesAt, drawsAt, drawsAt + LISTING_AFTER_TRADING_DAYS].map((at) => tradingDays[at])
  return opens === undefined || closes === undefined || draws === undefined || lists === undefined ? null : { opens, closes, draws, lists }
}

/** New shares come about every ten days, by a public schedule (`docs/rules/ipo.md` N). */
export const CADENCE_DAYS = 10
export const ANNOUNCED_DAYS_BEFORE = 10
