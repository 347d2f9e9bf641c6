import { SWIFT_CODE } from '@rueda/rules/cards/bank-account.ts'
import { cardRejections, cardTypes } from '@rueda/rules/cards/card.ts'
import { networks } from '@rueda/rules/cards/networks.ts'
import { z } from 'zod'
import { endpoint, protectedInput } from './endpoint.ts'
import { countryCode, currencyCode, flag, identifier, text, timestamp } from './fields.ts'

/** Destinations of withdrawals: bank accounts and coin addresses (`docs/rules/cards.md` A.9, E.12, J.4). */
const BANK_NAME_LENGTH = 80
const NUMBER_LENGTH = 60
const LABEL_LENGTH = 50

const type = z.enum(cardTypes)

/** Which of them a card needs follows from its type; what is missing is refused by its name. */
const details = {
  /** Without it, an `address` says that it is one. */
  type: type.optional(),
  bankName: text(BANK_NAME_LENGTH).optional(),
  accountName: text().optional(),
  cardNo: text(NUMBER_LENGTH).optional(),
  countryCode: countryCode.optional(),
  currency: currencyCode.optional(),
  swift: z.string().regex(SWIFT_CODE).optional(),
  network: z.enum(networks).optional(),
  address: text().optional(),
  label: text(LABEL_LENGTH).optional(),
}

export const card = z
  .object({
    id: identifier,
    type,
    /** Null for an address. */
    bankName: z.string().nullable(),
    accountName: z.string().nullable(),
    countryCode: z.string().nullable(),
    /** Masked: the last four signs of an account, both ends of an address. */
    cardNo: z.string(),
    currency: z.string(),
    network: z.enum(networks).nullable(),
    label: z.string().nullable(),
    isDefault: flag,
    /** 1 active, 2 checking, 3 rejected. */
    status: z.number().int(),
    /** True while a person has to look, which takes up to a day. */
    inQueue: flag,
    reason: z.enum(cardRejections).nullable(),
    /** While it lies ahead no money leaves to this card. */
    coolingEndTimestamp: timestamp.nullable(),
    createTimeTimestamp: timestamp,
  })
  .meta({ id: 'Card' })
export type Card = z.output<typeof card>

const SIX_DIGITS = /^\d{6}$/u
/** Asked for where the account has mailed codes on for its destinations. */
const mailCode = { code: z.string().regex(SIX_DIGITS).optional() }

const refusals = ['code.wrong', 'card.checksum', 'card.name_mismatch', 'card.full', 'card.duplicate', 'feature.disabled'] as const

export const cards = {
  list: endpoint({
    method: 'POST',
    path: '/UserAccount/SelectCardNo',
    access: 'user',
    summary: 'The customer’s bank accounts and addresses, numbers masked',
    input: z.object({ type: type.optional() }),
    data: z.array(card),
  }),
  add: endpoint({
    method: 'POST',
    path: '/UserAccount/addCardNo',
    access: 'protected',
    idempotent: true,
    summary: 'Add a bank account or an address; it is checked within minutes and used after a day',
    input: z.object({ ...protectedInput, ...details, ...mailCode }),
    data: card,
    refusals: [...refusals],
  }),
  update: endpoint({
    method: 'POST',
    path: '/UserAccount/UpdateCardNo',
    access: 'protected',
    idempotent: true,
    summary: 'Replace a card’s details: a new version, checked and cooled off anew',
    input: z.object({ ...protectedInput, ...details, ...mailCode, id: identifier }),
    data: card,
    refusals: ['object.not_found', ...refusals],
  }),
  remove: endpoint({
    method: 'POST',
    path: '/UserAccount/delete-card',
    access: 'protected',
    summary: 'Delete a card that no withdrawal is on its way to',
    input: z.object({ ...protectedInput, id: identifier }),
    data: z.literal(true),
    refusals: ['object.not_found'],
  }),
} as const
