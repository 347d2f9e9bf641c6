import { sourceOfMarket } from '@rueda/contract/codes.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { Plan as PlanRow, PlanRun as PlanRunRow, plans } from '@rueda/contract/plans.ts'
import { addDays } from '@rueda/rules/calendar-date.ts'
import { SCALE, formatScaled, percentText } from '@rueda/rules/decimal.ts'
import { totalOf } from '@rueda/rules/fees/schedule.ts'
import type { Instrument, MarketName } from '@rueda/rules/instruments/instrument.ts'
import { formatPrice } from '@rueda/rules/instruments/terms.ts'
import { walletOf } from '@rueda/rules/ledger/account-state.ts'
import { formatMinor } from '@rueda/rules/money.ts'
import type { Amounted } from '@rueda/rules/plans/change.ts'
import { type Plan, type PlanRun, type Rhythm, SKIPS_TO_PAUSE } from '@rueda/rules/plans/plan.ts'
import { dueAfter, dueFrom, runsAt, sessionFor } from '@rueda/rules/plans/schedule.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import { type WalletType, walletCurrencies } from '@rueda/rules/wallets/wallet.ts'
import type { App } from '../../app.ts'
import { readAccountState } from '../../write-path/read-account-state.ts'
import type { PlanCost } from './cost.ts'
import { dateIn, sessionsBetween } from './sessions.ts'
import { lastRunsOf } from './store.ts'

/** The only place where a plan becomes JSON. */
type Told = Pick<App, 'venue' | 'pool' | 'clock'>

const DATES_SHOWN = 3
/** A date is moved by no more than the longest row of closed days. */
const MAX_DAYS_CLOSED = 14
const RUNS_A_YEAR = { week: 52n, month: 12n } as const satisfies Record<Rhythm, bigint>

export const presentPlan = async (app: Told, plan: Plan): Promise<PlanRow> => {
  const [row] = await presentPlans(app, plan.accountId, [plan])
  if (row === undefined) throw new Error(`plan ${plan.id} has no row`)
  return row
}

/** Plans of one customer, with the newest run of each and what their wallets have. */
export async function presentPlans(app: Told, accountId: string, all: readonly Plan[]): Promise<readonly PlanRow[]> {
  const runs = await lastRunsOf(
    app.pool,
    accountId,
    all.map(({ id }) => id),
  )
  const available = await availableIn(app, accountId, [...new Set(all.map(({ wallet }) => wallet))])
  return Promise.all(all.map((plan) => presentOne(app, plan, available(plan.wallet), runs.get(plan.id) ?? null)))
}

async function availableIn({ pool }: Told, accountId: string, wallets: readonly WalletType[]): Promise<(wallet: WalletType) => bigint> {
  const state = await readAccountState(pool, accountId, { wallets, records: [] })
  return (wallet) => walletOf(state, wallet).cash
}

async function presentOne(app: Told, plan: Plan, available: bigint, lastRun: PlanRun | null): Promise<PlanRow> {
  const { recurring, instrumentId, wallet } = plan
  const instrument = app.venue.instruments.get(instrumentId)
  const [market = 'US', code = instrumentId] = instrumentId.split(':')
  const currency = walletCurrencies[wallet]
  const isActive = plan.status === 'active' && recurring !== null
  const next = isActive ? await nextDates(app, market as MarketName, recurring, recurring.dueOn) : NO_DATES
  return {
    id: plan.id,
    planNo: plan.number,
    kind: recurring === null ? 'reinvestment' : 'recurring',
    name: instrument?.name ?? code,
    stockCode: instrument?.code ?? code,
    market,
    source: sourceOfMarket[market as MarketName],
    localLogoUrl: `/logos/${market}/${instrument?.code ?? code}.svg`,
    currency,
    walletType: wallet,
    available: formatMinor(available, currency),
    amount: recurring === null ? null : formatMinor(recurring.amount, currency),
    givers: [...(recurring?.givers ?? [])],
    rhythm: recurring?.rhythm ?? null,
    day: recurring?.day ?? null,
    firstDate: recurring?.firstDate ?? null,
    ...next,
    yearAmount: recurring === null ? null : formatMinor(recurring.amount * RUNS_A_YEAR[recurring.rhythm], currency),
    skipsInRow: recurring?.skipsInRow ?? 0,
    skipsToPause: SKIPS_TO_PAUSE,
    status: plan.status,
    pausedBy: plan.pausedBy,
    lastRun: lastRun === null ? null : presentRun(lastRun, plan),
    createTimeTimestamp: plan.startedAt,
  }
}

const NO_DATES = { nextDates: [] as CalendarDate[], nextTimestamp: null }
type Dates = Readonly<{ nextDates: CalendarDate[]; nextTimestamp: Instant | null }>

/** The next dates of a schedule, each moved to the session it is bought in. */
async function nextDates({ venue, clock }: Told, market: MarketName, schedule: Amounted, dueOn: CalendarDate): Promise<Dates> {
  const due = [dueOn]
  while (due.length < DATES_SHOWN) due.push(dueAfter(schedule, due.at(-1) ?? dueOn))
  const today = dateIn(market, clock.now())
  const from = dueOn < today ? dueOn : today
  const sessions = await sessionsBetween(venue, market, from, addDays(due.at(-1) ?? dueOn, MAX_DAYS_CLOSED))
  const moved = due.map((date) => sessionFor(sessions, date))
  const [first] = moved
  return {
    // Beyond the calendar's end a date stands as it is.
    nextDates: due.map((date, place) => moved[place]?.date ?? date),
    nextTimestamp: first === undefined || first === null ? null : runsAt(first),
  }
}

export function presentRun(run: PlanRun, { wallet, recurring }: Pick<Plan, 'wallet' | 'recurring'>): PlanRunRow {
  const currency = walletCurrencies[wallet]
  return {
    id: run.id,
    planId: run.planId,
    dueDate: run.dueOn,
    runDate: run.ranOn,
    isDividend: recurring === null ? 1 : 0,
    amount: formatMinor(run.amount, currency),
    currency,
    orderId: run.orderId,
    reason: run.skipped,
    runTimestamp: run.at,
  }
}

type Preview = DataOf<typeof plans.preview>
type Previewed = Readonly<{
  accountId: string
  instrument: Instrument
  wallet: WalletType
  recurring: Amounted
  /** The first day on which it can buy. */
  from: CalendarDate
  cost: PlanCost | null
  leastAmount: string | null
}>

export async function presentPreview(
  app: Told,
  { accountId, instrument, wallet, recurring, from, cost, leastAmount }: Previewed,
): Promise<Preview> {
  const { currency, market } = instrument
  const available = await availableIn(app, accountId, [wallet])
  const fee = cost === null ? null : totalOf(cost.charges)
  const runs = RUNS_A_YEAR[recurring.rhythm]
  return {
    quantity: cost === null ? null : formatScaled(cost.quantity),
    price: cost === null ? null : formatPrice(instrument, cost.price),
    worstPrice: cost === null ? null : formatPrice(instrument, cost.worstPrice),
    fee: fee === null ? null : formatMinor(fee, currency),
    cost: cost === null || fee === null ? null : formatMinor(cost.traded + fee, currency),
    feePercent: fee === null ? null : percentText(fee * SCALE, recurring.amount * SCALE),
    leastAmount,
    ...(await nextDates(app, market, recurring, dueFrom(recurring, from))),
    yearAmount: formatMinor(recurring.amount * runs, currency),
    yearFee: fee === null ? null : formatMinor(fee * runs, currency),
    currency,
    walletType: wallet,
    available: formatMinor(available(wallet), currency),
  }
}
