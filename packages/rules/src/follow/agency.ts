import { scaled } from '../decimal.ts'

/**
 * An agency: a published strategy that the engine runs in a pooled account, and that customers follow with a mandate
 * (`docs/rules/mandates.md` E.7). Nothing of its results can be entered: they follow from the prices of past days.
 */
export const agencyIds = ['index-core', 'sector-rotation', 'momentum', 'mean-reversion', 'low-volatility', 'fx-carry'] as const
export type AgencyId = (typeof agencyIds)[number]

/**
 * What a strategy buys, decided on the closes of past days and carried out at the next open. `equal`: everything it may buy, in equal parts.
 * `sectorRotation`: the sectors that rose most. `momentum`: what rose most, the last weeks left out. `meanReversion`: what fell most.
 * `lowVolatility`: what moved least. `carry`: currencies that pay much against those that pay little.
 */
export type Strategy =
  | Readonly<{ kind: 'equal'; every: 'month' }>
  | Readonly<{ kind: 'sectorRotation'; every: 'month'; lookBack: number; sectors: number }>
  | Readonly<{ kind: 'momentum'; every: 'month'; lookBack: number; skip: number; count: number }>
  | Readonly<{ kind: 'meanReversion'; every: 'week'; lookBack: number; count: number }>
  | Readonly<{ kind: 'lowVolatility'; every: 'month'; lookBack: number; count: number }>
  | Readonly<{ kind: 'carry'; every: 'month'; longs: number; shorts: number }>

export type Agency = Readonly<{
  id: AgencyId
  strategy: Strategy
  /** From 1, hardly moves, to 5. */
  risk: 1 | 2 | 3 | 4 | 5
  /** Shares of one, in units of 10^-8: of the gain above a mandate's high-water mark, and of the account's value in a year. */
  profitShare: bigint
  managementFee: bigint
  /** In cents: what everybody's mandates together may be worth. */
  capacity: bigint
}>

export const terms = [7, 15, 30, 90] as const
export type TermDays = (typeof terms)[number]

/** In cents; a mandate is a whole number of dollars. */
export const MIN_AMOUNT = 10_000n
export const MAX_AMOUNT = 100_000_000n
export const AMOUNT_STEP = 100n
/** Of the value of a mandate that ends on request or by its own loss limit. It stays in the pool. */
export const EXIT_FEE = scaled('0.005')
/** Percent of the amount placed. */
export const MIN_LOSS_LIMIT = 1
export const MAX_LOSS_LIMIT = 50
/** At this share of its high-water mark an agency ends by itself. */
export const STOP_SHARE = scaled('0.5')

const agency = (
  id: AgencyId,
  strategy: Strategy,
  { share, fee, risk, millions }: Readonly<{ share: string; fee: string; risk: Agency['risk']; millions: bigint }>,
): Agency => ({ id, strategy, risk, profitShare: scaled(share), managementFee: scaled(fee), capacity: millions * CENTS_IN_A_MILLION })
const CENTS_IN_A_MILLION = 100_000_000n

export const agencyList: readonly Agency[] = [
  agency('index-core', { kind: 'equal', every: 'month' }, { share: '0.10', fee: '0.002', risk: 3, millions: 50n }),
  agency(
    'sector-rotation',
    { kind: 'sectorRotation', every: 'month', lookBack: 63, sectors: 3 },
    { share: '0.15', fee: '0.005', risk: 4, millions: 20n },
  ),
  agency(
    'momentum',
    { kind: 'momentum', every: 'month', lookBack: 126, skip: 21, count: 10 },
    { share: '0.20', fee: '0.008', risk: 5, millions: 15n },
  ),
  agency(
    'mean-reversion',
    { kind: 'meanReversion', every: 'week', lookBack: 5, count: 5 },
    { share: '0.20', fee: '0.01', risk: 5, millions: 5n },
  ),
  agency(
    'low-volatility',
    { kind: 'lowVolatility', every: 'month', lookBack: 63, count: 10 },
    { share: '0.10', fee: '0.004', risk: 2, millions: 30n },
  ),
  agency('fx-carry', { kind: 'carry', every: 'month', longs: 2, shorts: 2 }, { share: '0.25', fee: '0.01', risk: 4, millions: 10n }),
]

export const agencies: Readonly<Record<AgencyId, Agency>> = Object.fromEntries(agencyList.map((each) => [each.id, each])) as Record<
  AgencyId,
  Agency
>
