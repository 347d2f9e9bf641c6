import { type MarketName, marketNames } from '@rueda/rules/instruments/instrument.ts'
import { offeringMarkets, shareExchanges } from '@rueda/rules/markets/markets.ts'

/**
 * Wire numbers and the words used inside (`docs/rules/codes.md` 0.6). Nothing outside this file knows a number.
 */
export const sourceOfMarket = { US: 0, FX: 2, FUT: 3, TW: 7, IDX: 99, AR: 'ARG' } as const satisfies Readonly<
  Record<MarketName, number | string>
>
export const sources = Object.values(sourceOfMarket)
/** Every source the specification knows: what was subscribed to becomes a position of its market, and a list of its own is empty. */
export const listSources = [...sources, 4, 5, 8] as const
export type Source = (typeof listSources)[number]
export const BLOCK_SOURCE = 4
/** The lists of the trade page that hold positions; its other lists have calls of their own. */
export const HOLDING_LIST = 0
export const BLOCK_LIST = 5
export const directions = [0, 1] as const
/** Every type and validity the specification knows; which of them a market takes is a rule, with a refusal of its own. */
export const orderTypes = [0, 1, 2, 3, 4] as const
export const actions = [0, 1] as const
/** The action of an order on margin that closes a position. */
export const CLOSES = 1
export const timesInForce = [0, 1, 2, 3, 4] as const

export const sideOfDirection = { 0: 'buy', 1: 'sell' } as const
export const directionOfSide = { buy: 0, sell: 1 } as const
export const typeOfCode = { 0: 'market', 1: 'limit', 2: 'stop', 3: 'stopLimit', 4: 'trailing' } as const
export const codeOfType = { market: 0, limit: 1, stop: 2, stopLimit: 3, trailing: 4 } as const
export const timeInForceOfCode = { 0: 'DAY', 1: 'GTC', 2: 'IOC', 3: 'FOK', 4: 'EXT' } as const
export const codeOfTimeInForce = { DAY: 0, GTC: 1, IOC: 2, FOK: 3, EXT: 4 } as const

/** 0 accepted and unfilled, 3 partly filled and working, 1 filled, 2 ended without a complete fill. */
export const codeOfOrderStatus = { held: 0, queued: 0, working: 0, partial: 3, filled: 1, cancelled: 2, expired: 2 } as const
export const subStatusOfOrder = {
  held: 'HELD',
  queued: 'QUEUED',
  working: 'WORKING',
  partial: 'PARTIAL',
  filled: 'FILLED',
  cancelled: 'CANCELLED',
  expired: 'EXPIRED',
} as const

/** 1 pending review, 2 completed, 3 audit failure; what was taken back after it was completed stays completed and says so. */
export const depositStatuses = [1, 2, 3] as const
export const codeOfDepositStatus = { announced: 1, arrived: 1, waiting: 1, credited: 2, reversed: 2, failed: 3 } as const

export const transferStatuses = [1, 2, 3, 4] as const
export const codeOfTransferStatus = { pending: 1, done: 2, failed: 3, cancelled: 4 } as const
export const transferStatusOfCode = { 1: 'pending', 2: 'done', 3: 'failed', 4: 'cancelled' } as const

/** 0 nothing submitted, 1 under review, 2 failed, 3 passed. */
export const codeOfKycStatus = { none: 0, pending: 1, failed: 2, passed: 3 } as const
export const kycStatuses = [0, 1, 2, 3] as const

/** 0 not open, 1 under review, 2 open, 3 rejected. */
export const codeOfPermission = { none: 0, review: 1, open: 2, rejected: 3 } as const
export const permissionCodes = [0, 1, 2, 3] as const

/** 1 pending, 2 passed, 3 failed, 4 cancelled; what was passed and came back has failed. */
export const withdrawalStatuses = [1, 2, 3, 4] as const
export const codeOfWithdrawalStatus = { pending: 1, sending: 2, sent: 2, rejected: 3, returned: 3, cancelled: 4 } as const
/** 0 none, 1 sending, 2 sent, 3 returned. */
export const codeOfPayout = { pending: 0, sending: 1, sent: 2, rejected: 0, returned: 3, cancelled: 0 } as const

export const codeOfCardStatus = { active: 1, checking: 2, rejected: 3, removed: 4 } as const

export const markets = marketNames
export type Market = (typeof markets)[number]
export const stockExchanges = shareExchanges
/** Anything that is no share of a company is classified as an index. */
export const classOfMarket = {
  US: 'UsStock',
  TW: 'InStock',
  AR: 'ARG',
  FUT: 'Index',
  FX: 'Index',
  IDX: 'Index',
} as const satisfies Readonly<Record<MarketName, string>>
export const stockClasses = Object.values(classOfMarket).filter((name) => name !== 'Index')
export const klineTypes = [
  'Current',
  'Regular',
  '1D',
  '1W',
  '1M',
  '3M',
  '1Y',
  '1m',
  '5m',
  '15m',
  '30m',
  '60m',
  'day',
  'week',
  'month',
] as const
export const languages = ['es', 'en', 'de', 'hi', 'ja', 'th', 'zh-CN', 'zh-TW'] as const
export const isLanguage = (value: string): value is Language => (languages as readonly string[]).includes(value)
export type Language = (typeof languages)[number]

/** Of the five tabs home is the first, the market the second and the profile the last; this is the order of the two between. */
export const tabOrders = ['trade-watchlist', 'watchlist-trade'] as const
export type TabOrder = (typeof tabOrders)[number]

export const openStatusWords = ['held', 'queued', 'working', 'partial'] as const
/** The words behind a status number: 0 and 3 are both in progress and kept apart here. */
export const statusesOfCode = (code: number): readonly string[] =>
  Object.entries(codeOfOrderStatus).flatMap(([status, number]) => (number === code ? [status] : []))

/** The market a number stands for by itself; null for the lists of blocks, subscriptions and placings. */
export const marketOfSource = (source: number | string): Market | null =>
  markets.find((market) => String(sourceOfMarket[market]) === String(source)) ?? null

/** Blocks, subscriptions and placings are ways to acquire a share, in the United States where nothing else is said. */
function marketsOfSource(source: Source): readonly [Market, ...Market[]] {
  const own = marketOfSource(source)
  return own === null ? offeringMarkets : [own]
}

/**
 * The market of one instrument, given by name, by its source or by both; null where the two disagree. Where neither is given
 * it is the United States, because that is how the calls began.
 */
export function requestedMarket({ market, source }: MarketQuery, otherwise: Market = 'US'): Market | null {
  if (source === undefined) return market ?? otherwise
  const [usual, ...others] = marketsOfSource(source)
  if (market === undefined || market === usual) return usual
  return others.includes(market) ? market : null
}

type MarketQuery = Readonly<{ market?: Market | undefined; source?: Source | undefined }>

/** The market of a requested list; null for all. A source of a later release stands for a market with nothing in it. */
export const marketOfListSource = (source: Source | undefined): string | null =>
  source === undefined ? null : source === BLOCK_SOURCE ? offeringMarkets[0] : (marketOfSource(source) ?? 'NONE')

/** Demand and fixed term. */
export const fundKinds = ['current', 'regular'] as const
/** 0 confirming, 1 holding, 2 redeeming, 3 redeemed, 4 rejected or taken back, 5 frozen: while its fund is not struck. */
export const fundOrderCodes = [0, 1, 2, 3, 4, 5] as const
export const codeOfFundOrder = { confirming: 0, holding: 1, redeeming: 2, redeemed: 3, cancelled: 4, rejected: 4 } as const
export const FROZEN_FUND_ORDER = 5

/** 0 waits to be confirmed, 1 to be settled, 2 settled, 3 rejected or cancelled. */
export const followOrderCodes = [0, 1, 2, 3] as const
export const codeOfMandate = { waiting: 0, active: 1, settled: 2, cancelled: 3, rejected: 3 } as const
export const agencyStatuses = ['open', 'paused', 'closing', 'closed', 'stopped'] as const
export const followRecordKinds = ['BACKTEST', 'LIVE_SIM'] as const
/** By risk, as everybody sees them first; by how long their record is; by the return of the last twelve months. */
export const followSorts = ['risk', 'age', 'return12m'] as const
/** 1 running, 2 paused, 3 stopped or expired, 5 ending; 0 and 4 are of the table and do not happen: a rental runs with its commit. */
export const codeOfRental = { running: 1, paused: 2, stopping: 5, expiring: 5, stopped: 3, expired: 3 } as const
/** 0 upcoming, 1 open, 2 closed, 3 allotted, 4 listed, 5 withdrawn by the house. */
export const ipoCodes = [0, 1, 2, 3, 4, 5] as const
export const codeOfIpo = { announced: 0, open: 1, closed: 2, allotted: 3, listed: 4, withdrawn: 5 } as const
/** 0 upcoming, 1 open, 2 closed, 3 allotted, 5 withdrawn; 4 is of new shares alone. */
export const placingCodes = [0, 1, 2, 3, 5] as const
export const codeOfPlacing = { announced: 0, open: 1, closed: 2, allotted: 3, withdrawn: 5 } as const
/** 0 waiting for the draw, 1 allotted, 2 not allotted, 3 taken back or withdrawn. */
export const subscriptionCodes = [0, 1, 2, 3] as const
export const codeOfSubscription = { waiting: 0, allotted: 1, delivered: 1, notAllotted: 2, cancelled: 3, withdrawn: 3 } as const

/** 0 under review, 1 in use, 2 rejected or taken back, 3 repaid, 4 overdue, 5 in default (`docs/rules/loans.md` O.12). */
export const loanCodes = [0, 1, 2, 3, 4, 5] as const
export const codeOfLoan = {
  pending: 0,
  active: 1,
  rejected: 2,
  cancelled: 2,
  repaid: 3,
  overdue: 4,
  selling: 5,
  defaulted: 5,
} as const
/** 1 under review, 2 approved, 3 rejected. */
export const codeOfRepayment = { pending: 1, approved: 2, rejected: 3 } as const
