import type { Wallet, wallets } from '@rueda/contract/wallets.ts'
import { type WalletType, walletCurrencies } from '@rueda/rules/wallets/wallet.ts'
import type { accounts } from '@rueda/contract/accounts.ts'
import { type Market, sourceOfMarket } from '@rueda/contract/codes.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { FutureQuote } from '@rueda/contract/futures.ts'
import type { OrderRow, orders } from '@rueda/contract/orders.ts'
import type { Position } from '@rueda/contract/positions.ts'
import type { Quote } from '@rueda/contract/quote-shapes.ts'
import type { quotes } from '@rueda/contract/quotes.ts'
import type { reference } from '@rueda/contract/reference.ts'
import { DAY_MS } from '@rueda/rules/time.ts'

/** A server's answers about made-up instruments; each test says what its own differ in. */
type Detail = DataOf<typeof quotes.detail>
type Preview = DataOf<typeof orders.preview>

export function quoteOf(market: Market, stockCode: string, differs: Partial<Quote> = {}): Quote {
  return {
    name: `${stockCode} name`,
    stock_code: stockCode,
    code: `${market}:${stockCode}`,
    market,
    marketType: market,
    classify: '',
    source: sourceOfMarket[market],
    currency: 'USD',
    price_nominal: '100.00',
    change: '1.00',
    change_ratio: '1.01',
    open: '99.00',
    high: '101.00',
    low: '98.00',
    preClose: '99.00',
    volume: '1000',
    turnover: '100000.00',
    bid: '99.99',
    ask: '100.01',
    bidVolume: '10',
    askVolume: '20',
    decimals: 2,
    tradeStatus: 'OPEN',
    selfSelectStatus: 0,
    localLogoUrl: '',
    updateTimeTimestamp: Date.now(),
    venue: 'SIM',
    delayedMinutes: 0,
    ...differs,
  }
}

export const detailOf = (market: Market, stockCode: string, differs: Partial<Detail> = {}): Detail => ({
  ...quoteOf(market, stockCode),
  lotSize: '1',
  tickSize: '0.01',
  ticks: [{ from: '0', tick: '0.01' }],
  minCount: '1',
  oddLots: null,
  closingPriceTimestamp: null,
  marginAllowed: 0,
  shortable: 0,
  week52High: null,
  week52Low: null,
  marketCap: null,
  pe: null,
  eps: null,
  dividendYield: null,
  beta: null,
  bands: null,
  sessionText: 'Horas',
  settlementText: 'Liquida',
  feeText: 'Comisión',
  depth: null,
  profile: '',
  quoteOnly: 0,
  pair: null,
  certificate: null,
  index: null,
  simulated: true,
  ...differs,
})

/** An installation's published settings. */
export const publishedOf = (differs: Partial<DataOf<typeof accounts.appVersion>> = {}): DataOf<typeof accounts.appVersion> => ({
  version: '0.1.0',
  minVersion: '0.1.0',
  downloadUrl: '',
  forceUpdate: 0,
  notes: '',
  moneyMode: 'sim',
  venue: 'SIM',
  practiceAccounts: 0,
  passwordMinLength: 6,
  passwordMaxLength: 20,
  tabOrder: 'trade-watchlist',
  framedHosts: [],
  scenario: null,
  ...differs,
})

const FAR_DAYS = 60

export const futureOf = (root: string, month: string, differs: Partial<FutureQuote> = {}): FutureQuote => ({
  ...quoteOf('FUT', `${root}-${month}`),
  root,
  category: 'index',
  Bid: '99.99',
  Ask: '100.01',
  BidVolume: '10',
  AskVolume: '20',
  Ol: 446_951,
  OlChg: -1_200,
  LTD: '19-06-2026',
  lastTradeDate: Date.now() + FAR_DAYS * DAY_MS,
  daysLeft: FAR_DAYS,
  multiplier: '50',
  tickSize: '0.25',
  initialMargin: '15000.00',
  maintMargin: '13600.00',
  settlePrice: null,
  underlying: 'IDX:US500',
  frontMonth: 0,
  ...differs,
})

/** A market open all day, with the next day alike. */
export function servedMarket(market: Market, exchanges: readonly string[]): DataOf<typeof reference.markets>[number] {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS
  const days = [0, 1].map((ahead) => {
    const opensAt = today + ahead * DAY_MS
    return {
      date: new Date(opensAt).toISOString().slice(0, 'YYYY-MM-DD'.length),
      market,
      tradingDay: 1 as const,
      settlementDay: 1 as const,
      halfDay: 0 as const,
      sessions: [{ type: 'REGULAR' as const, openTimestamp: opensAt, closeTimestamp: opensAt + DAY_MS }],
      projected: 0 as const,
    }
  })
  return { market, timeZone: 'America/New_York', instruments: 1, exchanges: [...exchanges], days }
}

export const onePage = <Row>(list: readonly Row[]) => ({ list: [...list], total: list.length, pageNum: 1, pageSize: 20, pages: 1 })

export const positionOf = (market: Market, stockCode: string, differs: Partial<Position> = {}): Position => ({
  id: '0199a2f0-0000-7000-8000-000000000001',
  positionNum: 'P-1',
  name: `${stockCode} name`,
  stockCode,
  code: `${market}:${stockCode}`,
  market,
  source: sourceOfMarket[market],
  direction: 0,
  action: 0,
  quantity: '2',
  availableQuantity: '2',
  lockedQuantity: '0',
  avgPrice: '100.00',
  costAmount: '200.00',
  currentPrice: '100.00',
  marketValue: '200.00',
  profit: '0.00',
  zdf: '0.00',
  todayProfit: null,
  sellProfit: '0.00',
  isolatedPosition: 0,
  leverage: 1,
  margin: null,
  equity: null,
  maintMargin: null,
  marginRatio: null,
  marginState: null,
  liquidationPrice: null,
  swap: null,
  topUpLeft: null,
  closeReason: null,
  handlingFee: '0.00',
  currency: 'USD',
  decimals: 2,
  localLogoUrl: '',
  status: 0,
  openPrice: '100.00',
  closePrice: null,
  closedQuantity: '0',
  createTimeTimestamp: Date.now(),
  modifyTimeTimestamp: Date.now(),
  marketDateTimestamp: null,
  stale: 0,
  venue: 'SIM',
  ...differs,
})

/** A limit order to buy that waits. */
export const orderOf = (differs: Partial<OrderRow> = {}): OrderRow => ({
  ...{ id: '6f1c2d3e-0000-4000-8000-000000000001', orderNo: 'S20261121-0000000001', name: 'ABC name', stockCode: 'ABC', market: 'US' },
  ...{ lotMethod: null, lots: [], origin: null },
  ...{ source: sourceOfMarket.US, direction: 0, action: 0, orderType: 1, tif: 0, price: '50.00', stopPrice: null, trailPercent: null },
  ...{ takeProfit: null, stopLoss: null, siblingId: null, parentId: null, splitFrom: null, rentalId: null, settle: null, quantity: '20' },
  ...{ filledQuantity: '0', avgPrice: null, amount: '0.00', holdAmount: '0.00', handlingFee: '0.00', tax: '0.00', leverage: 1 },
  ...{ positionId: null, status: 0, subStatus: 'WORKING', currency: 'USD', decimals: 2, localLogoUrl: '', createTimeTimestamp: 0 },
  ...{
    modifyTimeTimestamp: 0,
    expireDate: null,
    cancellable: 1,
    oddLots: null,
    closingPriceTimestamp: null,
    beyondLimit: null,
    venue: 'SIM',
  },
  ...differs,
})

/** What the server says an order would cost: 150 at 10.00, with the least fee. */
export const previewOf = (differs: Partial<Preview> = {}): Preview => ({
  ...{
    quantity: '150',
    estPrice: '10.00',
    worstPrice: '10.50',
    estAmount: '100.00',
    feeVersion: 1,
    estFee: '0.50',
    estCost: '100.50',
    spreadCost: '0.05',
    fromDepth: null,
    hold: '105.50',
  },
  fees: [{ kind: 'COMMISSION', amount: '0.50', rate: '0.03%', minimum: 1 }],
  ...{
    availableBefore: '500.00',
    availableAfter: '399.50',
    elsewhere: '0.00',
    bring: [],
    exchange: null,
    breakEven: '10.10',
    stopPrice: null,
    takeProfitResult: null,
  },
  ...{
    stopLossResult: null,
    estResult: null,
    walletType: 'STOCK',
    currency: 'USD',
    queued: 0,
    questionsFirst: 0,
    margin: null,
    maintMargin: null,
  },
  ...{ liquidationPrice: null, liquidationPercent: null, worstLoss: null, closingFee: null, releasedMargin: null, swapPerNight: null },
  ...{ pipValue: null, spreadPips: null, usualSpreadPips: null, warnings: [], quoteTimestamp: 0, venue: 'SIM' },
  ...differs,
})

/** A wallet with this much free in it. */
export const walletRow = (walletType: WalletType, available: string, unsettled = '0.00'): Wallet => ({
  ...{ walletType, currency: walletCurrencies[walletType], symbol: '$', balance: available, usedBalance: '0.00', available, unsettled },
  ...{ withdrawable: available, valueUsd: null },
})

export const allWallets = (...rows: readonly Wallet[]): DataOf<typeof wallets.all> => ({
  ...{ totalAssets: '0.00', totalAvailable: '0.00', ratesTimestamp: null, openWithdrawals: [], wallets: [...rows] },
})
