import { robotIds } from '@rueda/rules/robots/catalogue.ts'
import { pauseReasons } from '@rueda/rules/robots/rental.ts'
import { z } from 'zod'
import { bringInput } from './bring.ts'
import { endpoint } from './endpoint.ts'
import { pageInput, pageOf } from './envelope.ts'
import { code, decimal, flag, identifier, positiveDecimal, ticker, timestamp } from './fields.ts'
import { orderRow } from './orders.ts'

/** Robots: published rules that trade from a sub-wallet, for rent (`docs/rules/robots.md` A.103, E.8). */
const AMOUNT_DECIMALS = 2
const PERCENT_DECIMALS = 2
const MAX_STOCKS = 5
const MAX_HASH = 64
const robotId = z.enum(robotIds)
const hash = z
  .string()
  .max(MAX_HASH)
  .regex(/^[0-9a-f]{64}$/u)

export const robotStock = z.object({ stockCode: z.string(), name: z.string() })

export const robot = z
  .object({
    id: robotId,
    /** The source of the rule as it runs, its parameters, and the SHA-256 of both. */
    text: z.string(),
    parameters: z.array(z.object({ name: z.string(), value: decimal })),
    hash: z.string(),
    /** Of its example, in percent and less the rent: the worst and the best month, what a year would have brought, and the deepest fall. */
    example: z
      .object({
        stockCode: z.string(),
        fromDate: z.string(),
        toDate: z.string(),
        worstMonth: decimal,
        bestMonth: decimal,
        result: decimal,
        resultBeforeRent: decimal,
        /** In the currency of the rent: the capital, and the rents of the year, which are paid beside it. */
        capital: decimal,
        rents: decimal,
        holdResult: decimal,
        maxDrawdown: decimal,
      })
      .nullable(),
  })
  .meta({ id: 'Robot' })
export type RobotRow = z.output<typeof robot>

const bar = z.object({ date: z.string(), open: decimal, close: decimal })
export const robotBars = z
  .object({
    stockCode: z.string(),
    name: z.string(),
    /** The place of the first bar that is decided on; those before it warm up. */
    start: z.number().int(),
    /** Half of the usual distance between bid and ask, as a share of the last close: the same all day. */
    halfSpread: decimal,
    bars: z.array(bar),
  })
  .meta({ id: 'RobotBars' })
export type RobotBars = z.output<typeof robotBars>

const slot = z.object({
  stockCode: z.string(),
  name: z.string(),
  cash: decimal,
  quantity: decimal,
  /** Null while no price is known. */
  value: decimal.nullable(),
  /** What its rule wants invested of it, in percent. */
  target: decimal,
  /** The day of the newest close that was acted on. */
  actedOn: z.string().nullable(),
})

export const rental = z
  .object({
    id: identifier,
    orderNo: z.string(),
    robotId,
    ruleHash: z.string(),
    currency: z.string(),
    capital: decimal,
    rent: decimal,
    maxDailyLossPct: decimal,
    maxDrawdownPct: decimal,
    sellsAtLimit: flag,
    handsOver: flag,
    /** 1 running, 2 paused, 3 stopped or expired, 5 ending: its shares are being sold, or its sales have not settled. */
    status: z.number().int(),
    expired: flag,
    pauseReason: z.enum(pauseReasons).nullable(),
    pausedOn: z.string().nullable(),
    resumable: flag,
    /** Money and shares now; what came back once it has ended. */
    value: decimal,
    income: decimal,
    /** The income as a share of the capital, in percent. */
    zdf: decimal,
    /** At the end of the newest day, and the highest of those. */
    dayValue: decimal,
    peak: decimal,
    /** The values at which its limits are reached. */
    dailyLossAt: decimal,
    drawdownAt: decimal,
    /** When the proceeds of its newest sale settle; null where nothing waits. */
    settlesOn: z.string().nullable(),
    rentedOn: z.string(),
    slots: z.array(slot),
    createTimeTimestamp: timestamp,
    expireTimeTimestamp: timestamp,
    endTimestamp: timestamp.nullable(),
  })
  .meta({ id: 'RobotRental' })
export type RentalRow = z.output<typeof rental>

export const robotTrade = z
  .object({
    order: orderRow,
    rentalId: identifier,
    robotId,
  })
  .meta({ id: 'RobotTrade' })

/** Up to five tickers with commas between them, for a query. */
const TICKERS = /^[A-Z0-9.-]{1,16}(?:,[A-Z0-9.-]{1,16}){0,4}$/u
const stockCodes = z.array(ticker).min(1).max(MAX_STOCKS)
const limit = positiveDecimal(PERCENT_DECIMALS)
const rentalInput = z.object({ id: identifier })

export const robots = {
  list: endpoint({
    method: 'GET',
    path: '/robot/list',
    access: 'public',
    summary:
      'The robots: rule, parameters, hash and an example; what a rental costs and how large it may be; the shares that can be chosen',
    input: z.object({}),
    data: z.object({
      /** 0 where the money is real: then nobody rents. */
      offered: flag,
      robots: z.array(robot),
      rent: decimal,
      currency: z.string(),
      termDays: z.number().int(),
      minCapital: decimal,
      maxCapital: decimal,
      maxStocks: z.number().int(),
      dailyLossPct: decimal,
      drawdownPct: decimal,
      /** Those traded most first; any other of their kind can be chosen too. */
      stocks: z.array(robotStock),
    }),
  }),
  backtest: endpoint({
    method: 'GET',
    path: '/robot/backtest',
    access: 'public',
    summary: 'The published bars that a backtest is worked out from, a year of them; the app works it out by the same rules',
    input: z.object({
      stockCodes: z.string().regex(TICKERS),
    }),
    data: z.object({ stocks: z.array(robotBars) }),
    refusals: ['instrument.unknown'],
  }),
  rent: endpoint({
    method: 'POST',
    path: '/robot/rent',
    access: 'user',
    idempotent: true,
    act: () => 'rentRobot',
    summary: 'Rent a robot for thirty days: its rent is paid, and its capital moves to its sub-wallet',
    input: z.object({
      robotId,
      /** Of the rule as the customer saw it. */
      hash,
      stockCodes,
      capital: positiveDecimal(AMOUNT_DECIMALS),
      ...bringInput,
      maxDailyLossPct: limit.optional(),
      maxDrawdownPct: limit.optional(),
      sellsAtLimit: code([0, 1] as const).default(0),
      handsOver: code([0, 1] as const).default(0),
    }),
    data: rental,
    refusals: [
      'feature.disabled',
      'account.frozen',
      'kyc.required',
      'suitability.required',
      'offering.paused',
      'offering.closed',
      'robot.changed',
      'robot.too_many',
      'robot.capital',
      'instrument.unknown',
      'wallet.insufficient',
    ],
  }),
  resume: endpoint({
    method: 'POST',
    path: '/robot/resume',
    access: 'user',
    idempotent: true,
    act: () => 'resumeRobot',
    summary: 'Let a robot that a daily loss paused go on, from the next trading day',
    input: rentalInput,
    data: rental,
    refusals: [
      'object.not_found',
      'account.frozen',
      'robot.not_running',
      'robot.stopped_for_good',
      'robot.resumes_later',
      'feature.disabled',
    ],
  }),
  stop: endpoint({
    method: 'POST',
    path: '/robot/stop',
    access: 'user',
    idempotent: true,
    summary: 'End a rental: its shares are sold or handed over, and its money goes back',
    input: rentalInput.extend({ handsOver: code([0, 1] as const).default(0) }),
    data: rental,
    refusals: ['object.not_found', 'robot.not_running'],
  }),
  orders: endpoint({
    method: 'GET',
    path: '/robot/orders',
    access: 'user',
    summary: "The customer's rentals, newest first",
    input: z.object({ id: identifier.optional(), isOpen: code([0, 1] as const).optional(), ...pageInput }),
    data: pageOf(rental),
  }),
  trades: endpoint({
    method: 'GET',
    path: '/robot/trades',
    access: 'user',
    summary: 'Orders that robots have given, newest first',
    input: z.object({ id: identifier.optional(), ...pageInput }),
    data: pageOf(robotTrade),
  }),
  record: endpoint({
    method: 'GET',
    path: '/robot/record',
    access: 'user',
    summary: 'The live record of a rental: its value at the end of each day, and the published bars that its rule has decided from',
    input: rentalInput,
    data: z.object({ values: z.array(z.object({ date: z.string(), value: decimal })), stocks: z.array(robotBars) }),
    refusals: ['object.not_found'],
  }),
} as const
