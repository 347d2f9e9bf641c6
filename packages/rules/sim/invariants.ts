import { isBalanced } from '../src/ledger/entry.ts'
import { type EndReason, isWorking } from '../src/orders/order.ts'
import { quantityOf } from '../src/positions/position.ts'
import { type WalletType, walletCurrencies } from '../src/wallets/wallet.ts'
import { type Account, type HouseRules, instruments } from './house.ts'
import { orderBreaches } from './conditional-model.ts'
import { type ModelAccount, type ModelOrder, freeShares } from './model.ts'
import { cashIn } from './transfer-model.ts'

/** What must hold after every step; each breach is a sentence. The numbers are those of `reliability.md` section 5. */
const ONE_SHARE = 100_000_000n

type OpenOrders = readonly (readonly [string, ModelOrder])[]

export function breaches(account: Account, model: ModelAccount): readonly string[] {
  const open: [string, ModelOrder][] = []
  for (const entry of model.orders) if (entry[1].open) open.push(entry)
  return [...booksBreaches(account), ...modelBreaches(account, model, open), ...orderBreaches(account.books, open)]
}

function* booksBreaches({ books, entries }: Account): Generator<string> {
  const stock = books.wallets.get('STOCK')
  if (stock === undefined) return yield 'INV-09 the STOCK wallet is gone'
  const newest = entries.at(-1)
  if (newest !== undefined) {
    if (!isBalanced(newest.lines)) yield `INV-01 entry ${newest.sequence} is not balanced`
    if (newest.sequence !== entries.length || newest.hash !== books.headHash) yield 'INV-05 the chain has a gap'
  }
  if (stock.cash < 0n || stock.hold < 0n || stock.unsettled < 0n) yield 'INV-11 something is below zero'
  let held = 0n
  const heldShares = new Map<string, bigint>()
  for (const order of books.orders.values()) {
    if (order.filledQuantity > order.quantity) yield `INV-22 order ${order.id} is overfilled`
    // Most orders have ended and hold nothing.
    if (order.heldCash === 0n && order.heldQuantity === 0n) continue
    held += order.heldCash
    heldShares.set(order.instrumentId, (heldShares.get(order.instrumentId) ?? 0n) + order.heldQuantity)
    if (!isWorking(order)) yield `INV-12 ended order ${order.id} still holds`
  }
  for (const wallet of books.wallets.values()) {
    const onItsWay = pendingFrom(books, wallet.type)
    const expected = wallet.type === 'STOCK' ? held + onItsWay : onItsWay
    if (wallet.hold !== expected) yield `INV-10 ${wallet.type} holds ${wallet.hold}, its orders and transfers ${expected}`
  }
  for (const position of books.positions.values()) {
    if ((heldShares.get(position.instrumentId) ?? 0n) !== position.held) yield `INV-12 shares held in ${position.instrumentId}`
  }
}

const pendingFrom = ({ transfers }: Account['books'], wallet: WalletType): bigint =>
  [...transfers.values()].reduce((sum, { from, status, amount }) => (from === wallet && status === 'pending' ? sum + amount : sum), 0n)

function* modelBreaches({ books, fills }: Account, model: ModelAccount, open: OpenOrders): Generator<string> {
  const stock = books.wallets.get('STOCK')
  if (stock === undefined) return
  if (stock.unsettled !== model.unsettled) yield `unsettled is ${stock.unsettled}, the model says ${model.unsettled}`
  for (const { type, cash } of books.wallets.values())
    if (cash !== cashIn(model, type)) yield `${type} has ${cash}, the model says ${cashIn(model, type)}`
  for (const [instrumentId, shares] of model.shares) {
    const position = books.positions.get(instrumentId)
    const quantity = position === undefined ? 0n : quantityOf(position)
    if (quantity !== shares * ONE_SHARE) yield `INV-25 ${instrumentId}: ${quantity} held, the model says ${shares} shares`
    if ((position?.free ?? 0n) !== freeShares(model, instrumentId, open) * ONE_SHARE)
      yield `free shares of ${instrumentId} are ${position?.free}`
    if ((position?.cost ?? 0n) !== (model.cost.get(instrumentId) ?? 0n))
      yield `INV-26 cost of ${instrumentId} is ${position?.cost}, the model says ${model.cost.get(instrumentId)}`
  }
  const realised = fills.reduce((sum, fill) => sum + (fill.realised ?? 0n), 0n)
  if (realised !== model.realised) yield `INV-26 realised ${realised}, the model says ${model.realised}`
}

/** INV-40: everything derived is rebuilt from the journal and must come out the same. */
export function* replayBreaches(account: Account, rules: HouseRules): Generator<string> {
  yield* messageBreaches(account)
  yield* holdingBreaches(account, rules)
  const { books, entries } = account

  const sums = new Map<string, bigint>()
  const assets = new Map<string, bigint>()
  for (const { lines } of entries) {
    for (const { account, asset, amount } of lines) {
      if (account.startsWith('U:') || account.startsWith('H:FX:')) sums.set(account, (sums.get(account) ?? 0n) + amount)
      assets.set(asset, (assets.get(asset) ?? 0n) + amount)
    }
  }
  for (const [asset, sum] of assets) if (sum !== 0n) yield `INV-02 ${asset} adds up to ${sum}`
  for (const [currency, desk] of exchangedByDesk(books))
    if ((sums.get(`H:FX:${currency}`) ?? 0n) !== desk) yield `INV-14 the exchange desk does not hold ${desk} of ${currency}`
  const posted = (account: string): bigint => sums.get(account) ?? 0n
  for (const wallet of books.wallets.values()) {
    if (posted(`U:${wallet.type}:CASH`) !== wallet.cash || posted(`U:${wallet.type}:HOLD`) !== wallet.hold)
      yield `INV-09 ${wallet.type} is not the sum of its postings`
  }
  for (const position of books.positions.values()) {
    const free = posted(`U:SEC:${position.instrumentId}`)
    const held = posted(`U:SECHOLD:${position.instrumentId}`)
    if (free !== position.free || held !== position.held) yield `INV-25 ${position.instrumentId} is not the sum of its postings`
  }
}

/** What the desk was given less what it gave, by currency. */
function exchangedByDesk({ transfers }: Account['books']): ReadonlyMap<string, bigint> {
  const desk = new Map<string, bigint>()
  const add = (wallet: WalletType, amount: bigint): void => {
    const currency = walletCurrencies[wallet]
    desk.set(currency, (desk.get(currency) ?? 0n) + amount)
  }
  for (const { from, to, amount, received, exchange, status } of transfers.values()) {
    if (exchange === null || status !== 'done') continue
    add(from, amount)
    add(to, -received)
  }
  return desk
}

/** The customer ended it, or reads of it in the message of the other order for the same shares. */
const isOwnWord: ReadonlySet<EndReason | null> = new Set(['CANCELLED', 'POSITION_CLOSED', 'SIBLING_FILLED'])

/** Every order and every exchange that ended by more than its customer's own word was told of, once. */
function* messageBreaches({ books, messages }: Account): Generator<string> {
  const told = new Map<string, number>()
  for (const { template, link } of messages) if (template !== 'order.triggered') told.set(link ?? '', (told.get(link ?? '') ?? 0) + 1)
  for (const order of books.orders.values()) {
    const isNews = !isWorking(order) && (order.filledQuantity > 0n || !isOwnWord.has(order.endReason))
    const times = told.get(`order:${order.id}`) ?? 0
    if (times !== (isNews ? 1 : 0)) yield `MESSAGE the end of order ${order.id} (${order.status}) was told ${times} times`
  }
  for (const transfer of books.transfers.values()) {
    const isNews = transfer.exchange !== null && (transfer.status === 'done' || transfer.status === 'failed')
    const times = told.get(`transfer:${transfer.id}`) ?? 0
    if (times !== (isNews ? 1 : 0)) yield `MESSAGE the end of transfer ${transfer.id} (${transfer.status}) was told ${times} times`
  }
}

/** Every position comes out of the fills and splits again, and its lots add up to it. */
function* holdingBreaches({ books, fills, splits }: Account, rules: HouseRules): Generator<string> {
  for (const { id } of instruments) {
    const of = ({ instrumentId }: Readonly<{ instrumentId: string }>): boolean => instrumentId === id
    const { holdings } = rules.holdingHistory({ fills: fills.filter(of), splits: splits.filter(of), currency: 'USD' })
    const last = holdings.at(-1)
    const rebuilt = last === undefined || last.position.closedAt !== null ? null : last
    const position = books.positions.get(id)
    if (position?.cost !== rebuilt?.position.cost) yield `INV-40 ${id} costs ${position?.cost}, its history ${rebuilt?.position.cost}`
    if (position === undefined || rebuilt === null) continue
    const inLots = rebuilt.lots.lots.reduce((sum, { quantity }) => sum + quantity, 0n)
    if (inLots !== quantityOf(position)) yield `INV-40 the lots of ${id} hold ${inLots}, the position ${quantityOf(position)}`
  }
}
