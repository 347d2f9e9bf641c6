import { accounts } from '@rueda/contract/accounts.ts'
import { agreements } from '@rueda/contract/agreements.ts'
import { blocks } from '@rueda/contract/blocks.ts'
import { cards } from '@rueda/contract/cards.ts'
import { deposits } from '@rueda/contract/deposits.ts'
import type { Endpoint } from '@rueda/contract/endpoint.ts'
import { funds } from '@rueda/contract/funds.ts'
import { loans } from '@rueda/contract/loans.ts'
import { notes } from '@rueda/contract/notes.ts'
import { orders } from '@rueda/contract/orders.ts'
import { placings } from '@rueda/contract/placing.ts'
import { plans } from '@rueda/contract/plans.ts'
import { positions } from '@rueda/contract/positions.ts'
import { statements } from '@rueda/contract/statements.ts'
import { subscriptions } from '@rueda/contract/subscriptions.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { nameOf } from './forwarded-call.ts'

/**
 * The calls that a front hands over and that write nothing although they are asked by POST: two cores may answer them, so that they are asked again
 * where one has died. A price that is held for its customer is kept in a table, and is none of them. What fronts answer by themselves is not listed.
 */
export const readsByPost: readonly Endpoint[] = [
  accounts.me,
  agreements.read,
  ...[blocks.stocks, blocks.locks],
  cards.list,
  ...[deposits.channels, deposits.list],
  ...[funds.stat, funds.products, funds.list],
  loans.list,
  notes.list,
  ...[orders.preview, orders.explainPreview, orders.previewAmend],
  ...[placings.saleList, placings.saleTime, placings.eligibility, placings.list, placings.flatCount],
  ...[plans.list, plans.runs, plans.preview],
  positions.sizes,
  ...[statements.download, statements.confirm],
  ...[subscriptions.saleList, subscriptions.running, subscriptions.list, subscriptions.fullNumber],
  ...[transfers.exchangeOffer, transfers.cancelQuote, transfers.list],
]

const names: ReadonlySet<string> = new Set(readsByPost.map(nameOf))

export const isReadByPost = (name: string): boolean => names.has(name)
