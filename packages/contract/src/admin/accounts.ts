import { powerNames } from '@rueda/rules/staff/powers.ts'
import { actReasons } from '@rueda/rules/staff/reasons.ts'
import { z } from 'zod'
import { decimal, flag, identifier, text, timestamp } from '../fields.ts'
import { approvalRefusals, decided, staffEndpoint, why } from './endpoint.ts'
import { signIn } from './evidence.ts'

/** Customers as staff see them: found with personal data masked, opened for a reason, and never changed in what they own. */
const MAX_NUMBER = 18
const accountId = text(MAX_NUMBER)
const MAX_SEARCH = 50

const maskedAccount = z
  .object({
    accountId: z.string(),
    /** "an•••@example.org". */
    email: z.string(),
    username: z.string(),
    kycStatus: z.string(),
    frozen: flag,
    frozenByStaff: flag,
    createTimestamp: timestamp,
  })
  .meta({ id: 'MaskedAccount' })
export type MaskedAccount = z.output<typeof maskedAccount>

const staffOrder = z.object({
  orderId: identifier,
  orderNo: z.string(),
  instrumentId: z.string(),
  /** The ticker of today. */
  code: z.string(),
  side: z.string(),
  type: z.string(),
  quantity: decimal,
  filledQuantity: decimal,
  limitPrice: decimal.nullable(),
  status: z.string(),
  endReason: z.string().nullable(),
  acceptTimestamp: timestamp,
})

/** Bank accounts and addresses by what the customer calls them, numbers masked. */
const staffCard = z.object({
  id: identifier,
  name: z.string(),
  status: z.string(),
  reason: z.string().nullable(),
  addTimestamp: timestamp,
  coolingEndTimestamp: timestamp,
})

/** Messages sent to the customer, and acts of staff. */
const told = z.object({ id: identifier, title: z.string(), content: z.string(), timestamp, isRead: flag })
const staffAct = z.object({
  sequence: z.number().int(),
  timestamp,
  staffName: z.string(),
  /** A role of every house, or the name of a composed one. */
  role: z.string(),
  power: z.enum(powerNames),
  reason: z.enum(actReasons),
})

const event = z.object({
  kind: z.string(),
  timestamp,
  price: decimal.nullable(),
  quantity: decimal.nullable(),
  reason: z.string().nullable(),
})

export const accounts = {
  find: staffEndpoint({
    method: 'GET',
    path: '/accounts',
    power: 'accounts.find',
    summary: 'Customers by number, address, user name or the reference of an order, a deposit or a withdrawal; personal data masked',
    input: z.object({ search: text(MAX_SEARCH) }),
    data: z.array(maskedAccount),
  }),
  open: staffEndpoint({
    method: 'GET',
    path: '/accounts/open',
    power: 'accounts.open',
    summary:
      'One customer from all sides: wallets, positions, orders, cards, devices and sign-ins, messages, what staff did; the customer sees who looked and why',
    input: z.object({ ...why, accountId }),
    data: z.object({
      account: maskedAccount,
      wallets: z.array(
        z.object({ type: z.string(), currency: z.string(), cash: decimal, hold: decimal, margin: decimal, unsettled: decimal }),
      ),
      positions: z.array(
        z.object({
          id: identifier,
          instrumentId: z.string(),
          code: z.string(),
          side: z.string(),
          quantity: decimal,
          openTimestamp: timestamp,
        }),
      ),
      orders: z.array(staffOrder),
      devices: z.array(z.object({ device: z.string(), createTimestamp: timestamp, lastUseTimestamp: timestamp })),
      cards: z.array(staffCard),
      signIns: z.array(signIn),
      messages: z.array(told),
      acts: z.array(staffAct),
    }),
    refusals: ['object.not_found'],
  }),
  order: staffEndpoint({
    method: 'GET',
    path: '/accounts/order',
    power: 'accounts.open',
    summary: 'What happened to one order, event by event',
    input: z.object({ ...why, accountId, orderId: identifier }),
    data: z.object({ events: z.array(event), fills: z.array(event) }),
    refusals: ['object.not_found', 'archive.away'],
  }),
  unmask: staffEndpoint({
    method: 'POST',
    path: '/accounts/unmask',
    power: 'accounts.unmask',
    summary:
      'The address and the user name in full, for sixty seconds; without a claimed case of the customer, by two persons; the customer sees it',
    input: z.object({ ...why, accountId }),
    /** Null while it waits for a second person, and that person is the one who sees it. */
    data: z.object({
      state: z.enum(['waiting', 'done']),
      email: z.string().nullable(),
      username: z.string().nullable(),
      hideTimestamp: timestamp.nullable(),
    }),
    refusals: ['object.not_found', ...approvalRefusals],
  }),
  freeze: staffEndpoint({
    method: 'POST',
    path: '/accounts/freeze',
    power: 'accounts.freeze',
    summary: 'Stop an account from opening anything and from moving money out; reading, closing and cancelling go on',
    input: z.object({ ...why, accountId }),
    data: z.literal(true),
    refusals: ['object.not_found'],
  }),
  thaw: staffEndpoint({
    method: 'POST',
    path: '/accounts/thaw',
    power: 'accounts.thaw',
    summary: 'Lift a freeze that staff ordered, by two persons',
    input: z.object({ ...why, accountId }),
    data: decided,
    refusals: ['object.not_found', ...approvalRefusals],
  }),
} as const
