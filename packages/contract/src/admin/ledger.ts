import { journals, reversalBars } from '@rueda/rules/ledger/journals.ts'
import { z } from 'zod'
import { wholeNumber } from '../envelope.ts'
import { decimal, flag, text, timestamp } from '../fields.ts'
import { approvalRefusals, decided, staffEndpoint, why } from './endpoint.ts'

/**
 * The ledger as staff read it: entries with their lines, each with its place in the chain and whether it verifies.
 * Nothing is edited or deleted; a mistake is taken back by an entry that names it, by two persons.
 */
const MAX_NUMBER = 18
const MAX_ACCOUNT = 80
const MAX_ASSET = 40
const MAX_REFERENCE = 60
const MAX_EVIDENCE = 500
const LAST_MOMENT = 9_999_999_999_999
const MAX_ENTRIES = 1_000_000_000_000
const HASH = /^[0-9a-f]{64}$/u

const accountId = text(MAX_NUMBER)

const line = z.object({
  account: z.string(),
  asset: z.string(),
  /** The amount that leaves the account; `credit` is what it holds more. */
  debit: decimal.nullable(),
  credit: decimal.nullable(),
  /** For an account of the brokerage only where that account was requested: they are summed, never stored. */
  balanceAfter: decimal.nullable(),
})

const entry = z
  .object({
    accountId: z.string(),
    sequence: z.number().int(),
    timestamp,
    valueDate: z.string(),
    journal: z.enum(journals),
    causeKind: z.string(),
    causeId: z.string(),
    /** The number that customers know it by: of an order, a transfer, a deposit, a withdrawal. */
    causeNumber: z.string().nullable(),
    lines: z.array(line),
    isBalanced: flag,
    /** True when its content gives its hash, and its hash continues the one before. */
    isVerified: flag,
    hash: z.string(),
    previousHash: z.string(),
    reversalOf: z.number().int().nullable(),
    reversedBy: z.number().int().nullable(),
    /** Why it cannot be taken back by hand; null where it can. */
    reversalBar: z.enum(reversalBars).nullable(),
  })
  .meta({ id: 'LedgerEntry' })
export type LedgerEntry = z.output<typeof entry>

const filters = {
  /** An account by its name, or the beginning of one: "H:FEE" is all fees. */
  account: text(MAX_ACCOUNT).optional(),
  asset: text(MAX_ASSET).optional(),
  journal: z.enum(journals).optional(),
  from: wholeNumber(0, LAST_MOMENT).optional(),
  /** Not included. */
  until: wholeNumber(0, LAST_MOMENT).optional(),
  /** An entry as "account-sequence", or the number of an order, a transfer, a deposit or a withdrawal. */
  reference: text(MAX_REFERENCE).optional(),
}
const page = {
  ...filters,
  /** The end of the page before. */
  after: text(MAX_REFERENCE).optional(),
}

const entries = z.object({
  list: z.array(entry),
  /** The beginning of the next page; null at the end. A short page may not be the last: so many entries are looked through at a time. */
  next: z.string().nullable(),
  /** The moment of the oldest entry that was looked at. */
  lookedBackTimestamp: timestamp.nullable(),
})

export const ledger = {
  list: staffEndpoint({
    method: 'GET',
    path: '/ledger',
    power: 'ledger.see',
    summary: 'The journal of the whole house, the newest entry first',
    input: z.object(page),
    data: entries,
    refusals: ['archive.by_account'],
  }),
  ofAccount: staffEndpoint({
    method: 'GET',
    path: '/ledger/account',
    power: 'ledger.open',
    summary: 'The journal of one customer, the newest entry first; the customer sees who looked and why',
    input: z.object({ ...why, accountId, ...page }),
    data: entries,
    refusals: ['object.not_found', 'archive.away'],
  }),
  export: staffEndpoint({
    method: 'POST',
    path: '/ledger/export',
    power: 'ledger.export',
    summary: 'Up to five thousand entries as CSV: account numbers masked, marked with who took it',
    input: z.object({ ...why, accountId: accountId.optional(), ...filters }),
    data: z.object({ fileName: z.string(), content: z.string(), entries: z.number().int(), isCut: flag }),
    refusals: ['archive.by_account', 'archive.away'],
  }),
  reverse: staffEndpoint({
    method: 'POST',
    path: '/ledger/reverse',
    power: 'ledger.reverse',
    summary: 'Take back one entry by its exact reverse, by two persons; the amount is the entry’s own',
    input: z.object({
      ...why,
      accountId,
      sequence: wholeNumber(1, MAX_ENTRIES),
      /** Of the entry as it was seen. */
      hash: z.string().regex(HASH),
      evidence: text(MAX_EVIDENCE),
    }),
    data: decided,
    refusals: [
      ...(['object.not_found', 'entry.irreversible', 'entry.reversed_already', 'entry.not_covered', 'archive.away'] as const),
      ...approvalRefusals,
    ],
  }),
} as const
