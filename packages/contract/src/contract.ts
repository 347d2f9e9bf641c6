import { accounts } from './accounts.ts'
import { additions } from './additions.ts'
import { alerts } from './alerts.ts'
import { articles } from './articles.ts'
import { blocks } from './blocks.ts'
import { broadcasts } from './broadcasts.ts'
import { cards } from './cards.ts'
import { complaints } from './complaints.ts'
import { deposits } from './deposits.ts'
import type { Endpoint, EndpointGroup } from './endpoint.ts'
import { fees } from './fees.ts'
import { files } from './files.ts'
import { follow } from './follow.ts'
import { funds } from './funds.ts'
import { loans } from './loans.ts'
import { kyc } from './kyc.ts'
import { messages } from './messages.ts'
import { mining } from './mining.ts'
import { offerings } from './offerings.ts'
import { orders } from './orders.ts'
import { permissions } from './permissions.ts'
import { plans } from './plans.ts'
import { positions } from './positions.ts'
import { powers } from './powers.ts'
import { trust } from './trust.ts'
import { practice } from './practice.ts'
import { quotes } from './quotes.ts'
import { reference } from './reference.ts'
import { robots } from './robots.ts'
import { security } from './security.ts'
import { statements } from './statements.ts'
import { placings } from './placing.ts'
import { subscriptions } from './subscriptions.ts'
import { suitability } from './suitability.ts'
import { switches } from './switches.ts'
import { support } from './support.ts'
import { terms } from './terms.ts'
import { transfers } from './transfers.ts'
import { wallets } from './wallets.ts'
import { futures } from './futures.ts'
import { agreements } from './agreements.ts'
import { notes } from './notes.ts'
import { layouts } from './layouts.ts'
import { watchlist } from './watchlist.ts'
import { withdrawals } from './withdrawals.ts'

/** Every endpoint there is, by feature. Routes, access tests, bad-input tests and the API reference come from this table. */
export const contract = {
  accounts,
  quotes,
  reference,
  futures,
  watchlist,
  notes,
  agreements,
  layouts,
  orders,
  additions,
  positions,
  wallets,
  kyc,
  messages,
  permissions,
  suitability,
  support,
  complaints,
  transfers,
  security,
  cards,
  withdrawals,
  deposits,
  statements,
  switches,
  offerings,
  broadcasts,
  articles,
  terms,
  alerts,
  fees,
  files,
  powers,
  trust,
  practice,
  funds,
  follow,
  loans,
  mining,
  blocks,
  plans,
  robots,
  subscriptions,
  placings,
} as const satisfies Record<string, EndpointGroup>

export const allEndpoints = (): Endpoint[] => Object.values(contract).flatMap((group): Endpoint[] => Object.values(group))
