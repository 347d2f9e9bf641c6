import type { Currency } from '../src/money.ts'
import { DAY_MS, SECOND_MS } from '../src/time.ts'
import { QUOTE_LIFE_MS, SETTLE_DELAY_MS } from '../src/transfers/exchange-terms.ts'
import { pairOf } from '../src/transfers/exchange.ts'
import type { TransferAsk } from '../src/transfers/start.ts'
import type { ExchangeQuote } from '../src/transfers/transfer.ts'
import { type WalletType, walletCurrencies } from '../src/wallets/wallet.ts'
import type { Chance } from './chance.ts'
import type { House } from './house.ts'
import type { ModelAccount } from './model.ts'
import { type ModelTransfer, addCash, cashIn, exchanged, mayLeave } from './transfer-model.ts'

/** Money between wallets: at once, on its way, called back, settled early, late and twice, at rates old and new. */
type Step = Readonly<{
  world: Readonly<{ house: House; seen: Set<string> }>
  chance: Chance
  number: number
  accountId: string
  model: ModelAccount
  date: string
  now: number
}>

const wallets: readonly WalletType[] = ['STOCK', 'STOCK', 'US_WALLET', 'US_WALLET', 'BALANCE', 'AR', 'TW', 'FUTURE', 'SUBSCRIPTION']
/** Ten-thousandths: what a dollar is in pesos and Taiwan dollars, and a Taiwan dollar in pesos. */
const BASE_MIDS: Readonly<Record<string, number>> = { USDARS: 14_865_000, USDTWD: 318_500, TWDARS: 466_719 }
const RATE_UNIT = 10_000n

function midFor(from: Currency, to: Currency, number: number): bigint {
  const { base, quote } = pairOf(from, to)
  return BigInt(Math.round((BASE_MIDS[base + quote] ?? 0) * (1 + Math.sin(number / 53) / 20)))
}

export function transferMoney(step: Step): void {
  const { chance, model, number } = step
  const [from, to] = [chance.pick(wallets), chance.pick(wallets)]
  const free = mayLeave(model, from)
  const chosen = chance.pick([1n, free, free, free + 1n, free / 2n, free / 3n, BigInt(1 + chance.below(200_000))])
  const amount = chosen > 0n ? chosen : 1n
  const ask: TransferAsk = { id: `t-${number}`, number: `T-${number}`, from, to, amount, quoteId: null, quote: null, valueDate: step.date }
  if (walletCurrencies[from] === walletCurrencies[to]) return moveWithin(step, ask)
  return exchange(step, ask)
}

function moveWithin({ world, model, accountId, now }: Step, ask: TransferAsk): void {
  const { from, to, amount } = ask
  const started = world.house.transfer(accountId, ask, now)
  const expected = from === to ? 'wallet.same' : fundsRefusal(model, from, amount)
  const answer = started.ok ? null : started.refusal
  if (answer !== expected) throw new Error(`a transfer of ${amount} was answered ${answer}, the model says ${expected}`)
  if (!started.ok) return void world.seen.add(`transfer refused: ${started.refusal}`)
  addCash(model, from, -amount)
  addCash(model, to, amount)
  model.wallets.transfers.set(ask.id, { from, to, amount, received: amount, settlesAt: null, open: false })
  world.seen.add('transferred')
}

function fundsRefusal(model: ModelAccount, from: string, amount: bigint): string | null {
  if (amount <= mayLeave(model, from)) return null
  return amount <= cashIn(model, from) ? 'funds.unsettled' : 'wallet.insufficient'
}

type Mood = 'in time' | 'too late' | 'for another amount' | 'of another customer'

function exchange(step: Step, ask: TransferAsk): void {
  const { world, chance, model, accountId, now } = step
  const currencies = { from: walletCurrencies[ask.from], to: walletCurrencies[ask.to] }
  const mid = midFor(currencies.from, currencies.to, step.number)
  const priced = world.house.rules.priceExchange({ ...currencies, amount: ask.amount, mid: mid * RATE_UNIT })
  const received = exchanged(ask.amount, currencies.from, currencies.to, mid)
  if (priced.received !== received) throw new Error(`${ask.amount} gives ${priced.received}, the model says ${received}`)
  if (received === 0n) return void world.seen.add('too little to exchange')
  const mood: Mood = chance.pick(['in time', 'in time', 'in time', 'in time', 'too late', 'for another amount', 'of another customer'])
  const id = `q-${step.number}`
  const quote: ExchangeQuote = {
    ...priced,
    id,
    accountId: mood === 'of another customer' ? 'somebody' : accountId,
    from: ask.from,
    to: ask.to,
    amount: mood === 'for another amount' ? ask.amount + 1n : ask.amount,
    mid: mid * RATE_UNIT,
    midAt: now,
    expiresAt: now + QUOTE_LIFE_MS,
  }
  const at = mood === 'too late' ? quote.expiresAt : now + chance.pick([0, SECOND_MS, QUOTE_LIFE_MS - 1])
  const asked = { ...ask, quoteId: id, quote }
  const started = world.house.transfer(accountId, asked, at)
  const expected = mood === 'in time' ? fundsRefusal(model, ask.from, ask.amount) : 'exchange.quote_expired'
  const answer = started.ok ? null : started.refusal
  if (answer !== expected) throw new Error(`a quote ${mood} was answered ${answer}, the model says ${expected}`)
  if (!started.ok) return void world.seen.add(`exchange refused: ${started.refusal}`)
  addCash(model, ask.from, -ask.amount)
  const { from, to, amount } = ask
  model.wallets.transfers.set(id, { from, to, amount, received, settlesAt: at + SETTLE_DELAY_MS, open: true })
  if (world.house.transfer(accountId, asked, at).ok) throw new Error('a quote was used twice')
  world.seen.add('exchange on its way')
}

function pickTransfer({ chance, model }: Step): readonly [string, ModelTransfer] | null {
  const known = [...model.wallets.transfers].slice(-8)
  const open = [...model.wallets.transfers].filter(([, transfer]) => transfer.open)
  const among = open.length > 0 && chance.percent(70) ? open : known
  return among.length === 0 ? null : chance.pick(among)
}

/** A moment before, at, or after its settle time: whoever cancels at that time comes too late. */
export function callBackTransfer(step: Step): void {
  const { world, chance, model, accountId, date, now } = step
  const picked = pickTransfer(step)
  if (picked === null) return
  const [id, transfer] = picked
  const at = (transfer.settlesAt ?? now) + chance.pick([-SECOND_MS, -1, 0, 1])
  const cancelled = world.house.cancelTransfer(accountId, id, date, at)
  const expected = transfer.open && transfer.settlesAt !== null && at < transfer.settlesAt
  if (cancelled.ok !== expected)
    throw new Error(expected ? 'a pending transfer could not be cancelled' : 'a transfer was cancelled too late')
  if (!cancelled.ok) return void world.seen.add('cancel of a transfer refused')
  transfer.open = false
  addCash(model, transfer.from, transfer.amount)
  world.seen.add('transfer cancelled')
}

/** The job finds a transfer due, or looks at one it has nothing to do with, sometimes twice. */
export function settlePending(step: Step): void {
  const { world, chance, model, accountId, date, now } = step
  const picked = pickTransfer(step)
  if (picked === null) return
  const [id, transfer] = picked
  const at = (transfer.settlesAt ?? now) + chance.pick([-1, 0, 0, 2 * DAY_MS])
  const silence = chance.pick([0, 0, DAY_MS, DAY_MS + 1])
  for (let times = chance.percent(30) ? 2 : 1; times > 0; times -= 1) {
    const before = world.house.account(accountId).entries.length
    const settled = world.house.settleTransfer(accountId, { transferId: id, valueDate: date, heardAt: at - silence }, at)
    if (!settled.ok) throw new Error(`the settlement of a transfer was refused: ${settled.refusal}`)
    const due = transfer.open && transfer.settlesAt !== null && at >= transfer.settlesAt
    if (world.house.account(accountId).entries.length !== before + (due ? 1 : 0)) throw new Error('a transfer was not settled exactly once')
    if (!due) continue
    transfer.open = false
    const stale = silence > DAY_MS
    addCash(model, stale ? transfer.from : transfer.to, stale ? transfer.amount : transfer.received)
    world.seen.add(stale ? 'transfer failed without a rate' : 'transfer settled')
  }
}
