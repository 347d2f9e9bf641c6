import { accounts } from '@rueda/contract/accounts.ts'
import { agreements } from '@rueda/contract/agreements.ts'
import { additions } from '@rueda/contract/additions.ts'
import { alerts } from '@rueda/contract/alerts.ts'
import { blocks } from '@rueda/contract/blocks.ts'
import { cards } from '@rueda/contract/cards.ts'
import { complaints } from '@rueda/contract/complaints.ts'
import { deposits } from '@rueda/contract/deposits.ts'
import type { Endpoint } from '@rueda/contract/endpoint.ts'
import { files } from '@rueda/contract/files.ts'
import { follow } from '@rueda/contract/follow.ts'
import { funds } from '@rueda/contract/funds.ts'
import { layouts } from '@rueda/contract/layouts.ts'
import { loans } from '@rueda/contract/loans.ts'
import { kyc } from '@rueda/contract/kyc.ts'
import { messages } from '@rueda/contract/messages.ts'
import { mining } from '@rueda/contract/mining.ts'
import { notes } from '@rueda/contract/notes.ts'
import { orders } from '@rueda/contract/orders.ts'
import { permissions } from '@rueda/contract/permissions.ts'
import { plans } from '@rueda/contract/plans.ts'
import { positions } from '@rueda/contract/positions.ts'
import type { Channel } from '@rueda/contract/push-channels.ts'
import { practice } from '@rueda/contract/practice.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { robots } from '@rueda/contract/robots.ts'
import { security } from '@rueda/contract/security.ts'
import { suitability } from '@rueda/contract/suitability.ts'
import { placings } from '@rueda/contract/placing.ts'
import { subscriptions } from '@rueda/contract/subscriptions.ts'
import { support } from '@rueda/contract/support.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { watchlist } from '@rueda/contract/watchlist.ts'
import { withdrawals } from '@rueda/contract/withdrawals.ts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * The reads that a change makes out of date, in one table: for every call that changes something, the reads whose
 * answer differs once it is done, and for every push channel those that its frames are about. Nothing else marks a read
 * as out of date. It is fetched once the first screen is there (`refresh-after.ts`): with it comes nearly every endpoint.
 */
type Reads = readonly Endpoint[]

/** What takes money may bring it from other wallets. */
const money = [transfers.list, wallets.all, wallets.one, wallets.overview, wallets.cashFlows, wallets.bill]
const held = [positions.holding, positions.byStock]
const trading = [orders.list, ...held, positions.sizes, wallets.all, wallets.one, wallets.overview]
const ordered = [...trading, transfers.list]
const paidIn = [deposits.list, deposits.channels, messages.list, ...money]
const paidOut = [withdrawals.detail, withdrawals.usable, ...money]
const inFunds = [funds.list, funds.stat, funds.products, ...money]
const following = [follow.orders, follow.stat, follow.agencies, ...money]
const applied = [
  subscriptions.running,
  subscriptions.list,
  subscriptions.fullNumber,
  subscriptions.newStock,
  subscriptions.saleList,
  ...money,
]
const placed = [placings.list, placings.saleList, placings.eligibility, placings.flatCount, ...money]
const borrowed = [loans.state, loans.list, loans.collateral, positions.holding, funds.list, ...money]
const watched = [watchlist.list, watchlist.lists, watchlist.instruments, quotes.home]
const standing = [security.status, accounts.me]
const frozen = [...standing, accounts.sessions, orders.list]
const rented = [robots.orders, robots.record, robots.trades, ...trading, ...money]
const mined = [mining.state, mining.records]
const planned = [plans.list, plans.runs]
const nothing: Reads = []

const afterChange: ReadonlyMap<Endpoint, Reads> = new Map<Endpoint, Reads>([
  // Signing in or out starts with nothing read.
  [accounts.register, nothing],
  [accounts.practise, nothing],
  [accounts.login, nothing],
  [accounts.passkeyLogin, nothing],
  [accounts.logout, nothing],
  [accounts.resetPassword, nothing],
  [accounts.sendCode, nothing],
  [accounts.beginPasskeyLogin, nothing],

  [accounts.changePassword, [accounts.sessions]],
  [accounts.revokeSession, [accounts.sessions]],
  [accounts.chooseUsername, [accounts.me]],
  [accounts.createPayPassword, [accounts.me]],
  [accounts.changePayPassword, [accounts.me]],
  [accounts.declareTax, [accounts.taxDeclarations]],
  [kyc.submit, [kyc.status, accounts.me]],
  [permissions.apply, [permissions.mine, accounts.me]],
  [suitability.begin, [suitability.state]],
  [suitability.answer, [suitability.state, orders.preview]],

  [security.verify, [security.status]],
  [security.freeze, frozen],
  [security.thaw, frozen],
  [security.exportData, nothing],
  [security.close, nothing],
  [security.beginPasskeyProof, nothing],
  [security.beginPasskey, nothing],
  [security.addPasskey, [security.status]],
  [security.removePasskey, standing],
  [security.beginAuthenticator, nothing],
  [security.confirmAuthenticator, [security.status]],
  [security.removeAuthenticator, standing],
  [security.setCardCodes, standing],
  [security.renewRecoveryCodes, [security.status]],

  [watchlist.add, watched],
  [watchlist.remove, watched],
  [watchlist.removeByCode, watched],
  [watchlist.create, [watchlist.lists]],
  [watchlist.rename, [watchlist.lists]],
  [watchlist.removeList, [watchlist.lists]],
  [watchlist.put, watched],
  [watchlist.take, watched],
  [watchlist.move, watched],
  [watchlist.transfer, watched],
  [watchlist.takeOrder, watched],
  [layouts.keepDesk, [layouts.desk]],
  [alerts.save, [alerts.list]],
  [alerts.turn, [alerts.list]],
  [alerts.remove, [alerts.list]],
  [agreements.accept, [agreements.standing]],
  [notes.save, [notes.list]],
  [notes.remove, [notes.list]],

  [orders.create, ordered],
  [orders.createMargin, ordered],
  [orders.createInTaiwan, ordered],
  [orders.cancel, trading],
  [orders.amend, trading],
  [plans.create, planned],
  [plans.reinvest, planned],
  [plans.change, planned],
  [plans.act, planned],
  [blocks.create, [...trading, blocks.locks]],
  [positions.close, trading],
  [positions.lotDefault, [positions.lotDefault]],
  [positions.chooseLots, [orders.list, positions.byStock]],
  [positions.addMargin, [...held, wallets.all, wallets.one, wallets.overview]],
  [positions.topUp, held],
  [practice.begin, [practice.standing, ...trading, ...money]],

  [transfers.create, money],
  [transfers.cancel, money],
  [transfers.cancelQuote, nothing],
  [cards.add, [cards.list]],
  [cards.update, [cards.list]],
  [cards.remove, [cards.list]],
  [deposits.create, paidIn],
  [deposits.simulate, paidIn],
  [deposits.recall, paidIn],
  [withdrawals.apply, paidOut],
  [withdrawals.applyOther, paidOut],
  [withdrawals.cancel, paidOut],

  [funds.create, inFunds],
  [additions.add, [...inFunds, ...following, ...held]],
  [funds.cancel, inFunds],
  ...([follow.add, follow.cancel, follow.end, follow.renew, follow.limit] as const).map((call) => [call, following] as const),
  [robots.rent, rented],
  [robots.resume, rented],
  [robots.stop, rented],
  [subscriptions.create, applied],
  [subscriptions.cancel, applied],
  [placings.create, placed],
  [placings.cancel, placed],
  [loans.apply, borrowed],
  [loans.cancel, borrowed],
  [loans.repay, borrowed],
  [mining.start, mined],
  [mining.stop, mined],
  [mining.share, mined],

  // A message is read by being opened.
  [messages.read, [messages.list]],
  [messages.markRead, [messages.list]],
  [messages.choose, [messages.choices]],
  [complaints.file, [complaints.list, complaints.counts, messages.list]],
  [complaints.withdraw, [complaints.list, complaints.counts]],
  [support.send, [support.thread]],
  [support.markRead, nothing],
  [files.upload, nothing],
])

/** True for a call in the table; a call that only reads is not in it. */
export const isChange = (endpoint: Endpoint): boolean => afterChange.has(endpoint)

const afterFrame: Readonly<Record<Channel, Reads>> = {
  quote: nothing,
  depth: nothing,
  trade: nothing,
  receipt: nothing,
  kline: [quotes.kline],
  order: [orders.list, orders.fills, positions.byStock, positions.closed, plans.list, plans.runs, robots.orders, robots.trades],
  position: [positions.holding, positions.byStock, positions.closed, wallets.overview, placings.list, placings.flatCount],
  wallet: [
    wallets.all,
    wallets.one,
    wallets.overview,
    wallets.bill,
    wallets.cashFlows,
    transfers.list,
    funds.list,
    funds.stat,
    follow.orders,
    follow.stat,
    loans.state,
    loans.list,
    placings.list,
    placings.saleList,
    placings.eligibility,
  ],
  message: [
    messages.list,
    deposits.list,
    deposits.channels,
    alerts.list,
    alerts.deliveries,
    support.thread,
    permissions.mine,
    plans.list,
    plans.runs,
  ],
  mining: mined,
  ipo: [subscriptions.newStock, subscriptions.saleList, subscriptions.running, subscriptions.list, subscriptions.fairness],
}

/** Reads again what a change made out of date; resolves when the data on screen has arrived. */
export const refreshAfterChange = (cache: QueryClient, change: Endpoint): Promise<void> =>
  refresh(afterChange.get(change) ?? [], (queryKey) => readAnew(cache, queryKey))

/** The same after frames of these channels. A first read under way goes on: frames come so often that it might never end. */
export const refreshAfterFrames = (cache: QueryClient, channels: ReadonlySet<Channel>): Promise<void> =>
  refresh(
    [...channels].flatMap((channel) => [...afterFrame[channel]]),
    (queryKey) => cache.invalidateQueries({ queryKey }),
  )

const refresh = async (reads: Reads, again: (queryKey: QueryKey) => Promise<void>): Promise<void> =>
  void (await Promise.all([...new Set(reads)].map((read) => again([read.path]))))

/** A first read under way may show what was before the change, and the library would let it run on: it begins anew. */
async function readAnew(cache: QueryClient, queryKey: QueryKey): Promise<void> {
  await cache.cancelQueries({ queryKey, predicate: ({ state }) => state.data === undefined })
  await cache.invalidateQueries({ queryKey })
}
