import type { Outcome } from '../../src/ledger/account-state.ts'
import { type Result, ok } from '../../src/result.ts'
import { DAY_MS, SECOND_MS } from '../../src/time.ts'
import { QUOTE_LIFE_MS, SETTLE_DELAY_MS } from '../../src/transfers/exchange-terms.ts'
import { pairOf } from '../../src/transfers/exchange.ts'
import type { TransferRequest } from '../../src/transfers/start.ts'
import type { ExchangeQuote } from '../../src/transfers/transfer.ts'
import { type WalletType, walletCurrencies, walletTypes } from '../../src/wallets/wallet.ts'
import { type ModelAccount, addCash, cashIn } from '../model/account.ts'
import { type ModelTransfer, exchanged, mayLeave } from '../model/transfers.ts'
import { expectAnswer } from '../orders/place.ts'
import { midAt } from '../world/prices.ts'
import { type Step, dateOf, remember } from '../world/world.ts'

/** Money between all nine wallets: at once, on its way, called back, settled early, late and twice, at rates old and new. */
const busy: readonly WalletType[] = ['STOCK', 'STOCK', 'US_WALLET', 'US_WALLET', 'AR', 'TW', 'FUTURE', 'FOREX']
const RATE_UNIT = 10_000n

export function transferMoney(step: Step): void {
  const { rng, model, number, world } = step
  const [from, to] = [rng.pick([...busy, ...walletTypes]), rng.pick([...busy, ...walletTypes])]
  const free = mayLeave(model, from)
  const all = cashIn(model, from)
  const chosen = rng.pick([1n, free, free + 1n, free / 2n, free / 3n, all, all + 1n, BigInt(1 + rng.below(200_000))])
  const amount = chosen > 0n ? chosen : 1n
  const valueDate = dateOf(world, 'US')
  const request: TransferRequest = { id: `t-${number}`, number: `T-${number}`, from, to, amount, quoteId: null, quote: null, valueDate }
  if (walletCurrencies[from] === walletCurrencies[to]) return moveWithin(step, request)
  return exchange(step, request)
}

const send = ({ world, accountId }: Step, key: string, request: TransferRequest, at: number): Result<Outcome> =>
  world.brokerage.request(accountId, key, at, (state) => {
    const started = world.brokerage.rules.startTransfer(state, request, at)
    return started.ok ? ok(started.value.outcome) : started
  })

function moveWithin(step: Step, request: TransferRequest): void {
  const { world, model, now, number } = step
  const { from, to, amount } = request
  const key = `key-${number}`
  const answer = send(step, key, request, now)
  expectAnswer(answer, from === to ? 'wallet.same' : moneyAnswer(model, from, amount), `a transfer of ${amount}`)
  if (!answer.ok) return void world.seen.add(`transfer refused: ${answer.refusal}`)
  addCash(model, from, -amount)
  addCash(model, to, amount)
  model.transfers.set(request.id, { from, to, amount, received: amount, settlesAt: null, open: false })
  remember(step, { key, answer, again: () => send(step, key, { ...request, id: `${request.id}-again` }, now) })
  world.seen.add('transferred')
}

function moneyAnswer(model: ModelAccount, from: WalletType, amount: bigint): string | null {
  if (model.frozen) return 'account.frozen'
  if (amount <= mayLeave(model, from)) return null
  return amount <= cashIn(model, from) ? 'funds.unsettled' : 'wallet.insufficient'
}

type Mood = 'in time' | 'too late' | 'for another amount' | 'of another customer'

function exchange(step: Step, request: TransferRequest): void {
  const { world, rng, accountId, now, number } = step
  const currencies = { from: walletCurrencies[request.from], to: walletCurrencies[request.to] }
  const { base, quote: quoted } = pairOf(currencies.from, currencies.to)
  const mid = midAt(base + quoted, world.still ? 0 : number)
  const priced = world.brokerage.rules.priceExchange({ ...currencies, amount: request.amount, mid: mid * RATE_UNIT })
  const received = exchanged(request.amount, currencies.from, currencies.to, mid)
  if (priced.received !== received) throw new Error(`${request.amount} gives ${priced.received}, the model says ${received}`)
  if (received === 0n) return void world.seen.add('too little to exchange')
  const mood: Mood = rng.pick(['in time', 'in time', 'in time', 'in time', 'too late', 'for another amount', 'of another customer'])
  const id = `q-${number}`
  const quote: ExchangeQuote = {
    ...priced,
    id,
    accountId: mood === 'of another customer' ? 'somebody' : accountId,
    from: request.from,
    to: request.to,
    amount: mood === 'for another amount' ? request.amount + 1n : request.amount,
    mid: mid * RATE_UNIT,
    midAt: now,
    expiresAt: now + QUOTE_LIFE_MS,
  }
  const at = mood === 'too late' ? quote.expiresAt : now + rng.pick([0, SECOND_MS, QUOTE_LIFE_MS - 1])
  start(step, { ...request, quoteId: id, quote }, { received, at, isInTime: mood === 'in time' })
}

type Starting = Readonly<{ received: bigint; at: number; isInTime: boolean }>

function start(step: Step, request: TransferRequest, { received, at, isInTime }: Starting): void {
  const { world, model, number } = step
  const { from, to, amount } = request
  const answer = send(step, `key-${number}`, request, at)
  const unquoted = model.frozen ? 'account.frozen' : 'exchange.quote_expired'
  expectAnswer(answer, isInTime ? moneyAnswer(model, from, amount) : unquoted, `an exchange of ${amount}`)
  if (!answer.ok) return void world.seen.add(`exchange refused: ${answer.refusal}`)
  addCash(model, from, -amount)
  const transfer = { from, to, amount, received, settlesAt: at + SETTLE_DELAY_MS, open: true }
  model.transfers.set(`q-${number}`, transfer)
  model.pending.set(`q-${number}`, transfer)
  if (send(step, `key-again-${number}`, request, at).ok) throw new Error('a quote was used twice')
  world.seen.add('exchange on its way')
}

const RECENT = 8

function pickTransfer({ rng, model }: Step): readonly [string, ModelTransfer] | null {
  const isPending = model.pending.size > 0 && rng.percent(70)
  const among = isPending ? [...model.pending] : [...model.transfers].slice(-RECENT)
  return among.length === 0 ? null : rng.pick(among)
}

/**
 * Cancels a moment before, at, or after the settle time: at that time it is too late; in time the customer gets the value of that moment,
 * and never more than was sent.
 */
export function callBackTransfer(step: Step): void {
  const { world, rng, model, accountId, now } = step
  const picked = pickTransfer(step)
  if (picked === null) return
  const [transferId, transfer] = picked
  const at = (transfer.settlesAt ?? now) + rng.pick([-SECOND_MS, -1, 0, 1])
  const mid = midFor(step, transfer)
  const returned = worthNow(transfer, mid)
  const leastReturned = rng.pick([null, null, returned, returned + 1n])
  const ending = { transferId, valueDate: dateOf(world, 'US'), mid: mid === null ? null : mid * RATE_UNIT, leastReturned }
  const cancelled = world.brokerage.decide(accountId, at, (state) => world.brokerage.rules.cancelTransfer(state, ending, at))
  const isOpen = transfer.open && transfer.settlesAt !== null && at < transfer.settlesAt
  const tooLittle = leastReturned !== null && returned < leastReturned ? 'exchange.quote_expired' : null
  expectAnswer(cancelled, isOpen ? tooLittle : 'transfer.not_cancellable', `calling back ${transfer.amount}`)
  if (!cancelled.ok) return void world.seen.add('cancel of a transfer refused')
  transfer.open = false
  model.pending.delete(transferId)
  addCash(model, transfer.from, returned)
  world.seen.add(returned < transfer.amount ? 'transfer cancelled at a cost' : 'transfer cancelled for nothing')
}

/** The rate has moved for its customer or against them since it was quoted; null within a currency. */
function midFor({ rng, world, number }: Step, { from, to }: ModelTransfer): bigint | null {
  const [one, other] = [walletCurrencies[from], walletCurrencies[to]]
  if (one === other) return null
  const { base, quote } = pairOf(one, other)
  const mid = midAt(base + quote, world.still ? 0 : number)
  return (mid * BigInt(rng.pick([95, 98, 100, 100, 102, 105]))) / 100n
}

function worthNow({ from, to, amount, received }: ModelTransfer, mid: bigint | null): bigint {
  const back = mid === null ? amount : exchanged(received, walletCurrencies[to], walletCurrencies[from], mid)
  return back < amount ? back : amount
}

/** The job finds a transfer due, or looks at one it has nothing to do with, sometimes twice. */
export function settlePending(step: Step): void {
  const { world, rng, model, account, accountId, now } = step
  const picked = pickTransfer(step)
  if (picked === null) return
  const [transferId, transfer] = picked
  const at = (transfer.settlesAt ?? now) + rng.pick([-1, 0, 0, 2 * DAY_MS])
  const silence = rng.pick([0, 0, DAY_MS, DAY_MS + 1])
  const settling = { transferId, valueDate: dateOf(world, 'US'), heardAt: at - silence }
  for (let times = rng.percent(30) ? 2 : 1; times > 0; times -= 1) {
    const before = account.entries.length
    const settled = world.brokerage.decide(accountId, at, (state) => world.brokerage.rules.settleTransfer(state, settling, at))
    if (!settled.ok) throw new Error(`the settlement of a transfer was refused: ${settled.refusal}`)
    const due = transfer.open && transfer.settlesAt !== null && at >= transfer.settlesAt
    if (account.entries.length !== before + (due ? 1 : 0)) throw new Error('a transfer was not settled exactly once')
    if (!due) continue
    transfer.open = false
    model.pending.delete(transferId)
    const stale = silence > DAY_MS
    addCash(model, stale ? transfer.from : transfer.to, stale ? transfer.amount : transfer.received)
    world.seen.add(stale ? 'transfer failed without a rate' : 'transfer settled')
  }
}
