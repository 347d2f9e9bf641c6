import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { wholeNumber } from './envelope.ts'
import { date, flag, timestamp } from './fields.ts'

/** What an account's owner needs to check it against the public log without trusting the server (`docs/rules/proof.md`). */
const hash = z.string().regex(/^[0-9a-f]{64}$/u)
const sequence = wholeNumber(0, Number.MAX_SAFE_INTEGER)
/** Amounts as they are hashed: minor units of a currency, 10^-8 units of anything else. */
const units = z.string().regex(/^-?\d+$/u)

const loggedHead = z
  .object({
    sequence: z.number().int(),
    head: hash,
    timestamp,
    /** Its place in the log; null until a checkpoint covers it. */
    entry: z.number().int().nullable(),
  })
  .meta({ id: 'LoggedHead' })

const chainEntry = z
  .object({
    accountNumber: z.string(),
    sequence: z.number().int(),
    timestamp,
    valueDate: date,
    journal: z.string(),
    cause: z.object({ kind: z.string(), id: z.string(), step: z.number().int() }),
    reversalOf: z.number().int().nullable(),
    lines: z.array(z.object({ account: z.string(), asset: z.string(), amount: units, balanceAfter: units.nullable() })),
    /** The terms of the execution that it books, price and quantity in 10^-8; null for an entry of anything else. */
    execution: z
      .object({
        price: units,
        quantity: units,
        timestamp,
        tradeDate: date,
        settlementDate: date,
        /** It rested until somebody took it. */
        isResting: flag,
        /** The number that both sides of a trade between customers have; null where the outside market was on the other. */
        match: z.number().int().nullable(),
      })
      .nullable(),
    /** SHA-256 of the account's key; null for an entry of the first format, which covers neither a key nor an execution. */
    keyCommitment: hash.nullable(),
    previousHash: hash,
    hash,
  })
  .meta({ id: 'ChainEntry' })
export type ChainEntry = z.output<typeof chainEntry>

const uptime = z.object({
  /** Of the last thirty days, or since the first start: ten-thousandths, rounded down. */
  upTenThousandths: z.number().int(),
  downMs: z.number().int(),
  sinceTimestamp: timestamp,
  asOfTimestamp: timestamp,
  /** When the server began last; null where its log has not said it yet. */
  startedTimestamp: timestamp.nullable(),
  gaps: z.array(
    z.object({
      fromTimestamp: timestamp,
      untilTimestamp: timestamp,
      /** Asked to stop, or not. */
      reason: z.enum(['stopped', 'crashed']),
      /** Its place in the public log; null for one that a log before said. */
      entry: z.number().int().nullable(),
    }),
  ),
})

/** What a night's statement says of one asset, and where in the log; null until a checkpoint covers it. */
const liability = {
  asset: z.string(),
  root: hash,
  total: units,
  leaves: z.number().int(),
  entry: z.number().int().nullable(),
}
const sumNode = z.object({ sum: units, hash }).meta({ id: 'SumNode' })
const ownLiability = z
  .object({
    date,
    timestamp,
    accountNumber: z.string(),
    /** Where the account's chain was: what its entries up to there give is what it was owed. */
    sequence: z.number().int(),
    head: hash,
    assets: z.array(
      z.object({
        ...liability,
        /** The parts in their order, each with its place among the leaves and its neighbours up to the root, the nearest first. */
        parts: z.array(z.object({ index: z.number().int(), amount: units, path: z.array(sumNode) })),
      }),
    ),
  })
  .meta({ id: 'OwnLiability' })
export type OwnLiability = z.output<typeof ownLiability>
/** What `/trust/liabilities/<date>` answers anybody, without a session and without an envelope. */
export type PublicLiabilities = Readonly<{
  date: string
  timestamp: number
  liabilities: readonly Readonly<{ asset: string; root: string; total: string; leaves: number; entry: number | null }>[]
  /** What bank and chains held by the broker's own books; null for nights that do not say it. */
  held: readonly Readonly<{ place: string; asset: string; amount: string }>[] | null
  /** Where the public log says that; null until a checkpoint covers it, and for what a log said that ended. */
  heldEntry: number | null
}>

/** What `/trust/liabilities` answers: the nights of which something was said, the newest first, at most ninety. */
export type LiabilityNights = Readonly<{ nights: readonly string[] }>

export const trust = {
  uptime: endpoint({
    method: 'GET',
    path: '/trust/uptime',
    access: 'public',
    summary: 'The time in which this server was there, and every gap of the last thirty days, from the entries of its public log',
    input: z.object({}),
    data: uptime,
  }),
  receipts: endpoint({
    method: 'GET',
    path: '/trust/receipts',
    access: 'user',
    summary:
      'The key of the account and its heads in the public log after a sequence, the oldest first, at most 500; the newest may not be there yet',
    input: z.object({ after: sequence.default(0) }),
    data: z.object({ origin: z.string(), key: hash, receipts: z.array(loggedHead) }),
  }),
  proof: endpoint({
    method: 'GET',
    path: '/trust/proof',
    access: 'user',
    summary: 'The proof (tlog-proof) that the first head of the account at or after a sequence is in the public log',
    input: z.object({ sequence }),
    data: z.object({ sequence: z.number().int(), head: hash, entry: z.number().int(), proof: z.string() }),
    refusals: ['object.not_found'],
  }),
  entries: endpoint({
    method: 'GET',
    path: '/trust/entries',
    access: 'user',
    summary: 'Ledger entries of the account after a sequence with everything their hash covers, the oldest first, at most 500',
    input: z.object({ after: sequence.default(0) }),
    data: z.object({ list: z.array(chainEntry), head: z.object({ sequence: z.number().int(), hash }) }),
    refusals: ['archive.away'],
  }),
  liability: endpoint({
    method: 'GET',
    path: '/trust/liability',
    access: 'user',
    summary: 'The own parts of what the house said of a night, the newest without a date, that it owes everybody, with their paths',
    input: z.object({ date: date.optional() }),
    data: ownLiability,
    refusals: ['object.not_found'],
  }),
} as const
