import type { ChannelId } from '../../src/deposits/channel.ts'
import type { WalletType } from '../../src/wallets/wallet.ts'
import { type ModelAccount, addCash, cashIn } from './account.ts'

/**
 * Deposits in the reference model: announced, arrived and as they ended, worked out without the rules. Bitcoin is quoted in whole dollars
 * here; amounts are minor units, straight from the rule book (E.11).
 */
export type ModelDeposit = {
  readonly id: string
  readonly channel: ChannelId
  readonly startedAt: number
  announced: bigint | null
  reviewAt: number
  arrived: bigint | null
  credited: bigint
  state: 'announced' | 'arrived' | 'waiting' | 'credited' | 'over'
}

export const walletOfChannel: Readonly<Partial<Record<ChannelId, WalletType>>> = {
  'USDT-TRC20': 'US_WALLET',
  'BTC': 'US_WALLET',
  'ARS-BANK': 'BALANCE',
}

const MICRO_DOLLARS_OF_A_CENT = 10_000n
const SATOSHIS_AND_THOUSANDTHS_OF_A_CENT = 1_000_000_000n
const THOUSANDTHS_CREDITED = 995n

/** The value of an amount in minor units of its wallet; nothing is rounded up. */
function worth(channel: ChannelId, amount: bigint, bitcoin: bigint): bigint {
  if (channel === 'USDT-TRC20') return amount / MICRO_DOLLARS_OF_A_CENT
  return channel === 'BTC' ? (amount * bitcoin * THOUSANDTHS_CREDITED) / SATOSHIS_AND_THOUSANDTHS_OF_A_CENT : amount
}

const MINIMUM = 100n

/** Credits the deposit with all that waited beside it, or lets it wait too. */
export function creditInModel(model: ModelAccount, deposit: ModelDeposit, bitcoin: bigint): 'credited' | 'waiting' {
  const together = [...waitingBeside(model, deposit), deposit]
  const total = together.reduce((sum, { arrived }) => sum + (arrived ?? 0n), 0n)
  if (worth(deposit.channel, total, bitcoin) < MINIMUM) {
    deposit.state = 'waiting'
    return 'waiting'
  }
  let before = 0n
  for (const each of together) {
    const after = before + (each.arrived ?? 0n)
    each.credited = worth(each.channel, after, bitcoin) - worth(each.channel, before, bitcoin)
    each.state = 'credited'
    addCash(model, walletOf(each), each.credited)
    before = after
  }
  return 'credited'
}

const waitingBeside = ({ deposits }: ModelAccount, { channel }: ModelDeposit): ModelDeposit[] =>
  [...deposits.values()]
    .filter((deposit) => deposit.channel === channel && deposit.state === 'waiting')
    .toSorted((a, b) => a.startedAt - b.startedAt || (a.id < b.id ? -1 : 1))

/** Takes a deposit back as far as the money is still there; an account that owes the rest is frozen. */
export function takeBackInModel(model: ModelAccount, deposit: ModelDeposit): 'whole' | 'short' {
  const wallet = walletOf(deposit)
  const there = cashIn(model, wallet)
  const owed = deposit.state === 'credited' ? deposit.credited : 0n
  const taken = owed < there ? owed : there
  addCash(model, wallet, -taken)
  deposit.state = 'over'
  if (taken === owed) return 'whole'
  model.frozen = true
  model.standing.frozenByOwner = false
  return 'short'
}

const walletOf = ({ channel }: ModelDeposit): WalletType => walletOfChannel[channel] ?? 'US_WALLET'
