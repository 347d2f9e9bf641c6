import type { Network } from '../cards/networks.ts'
import { SCALE, divide } from '../decimal.ts'
import { type Currency, minorDigits, moneyOf } from '../money.ts'
import { type WalletType, walletCurrencies } from '../wallets/wallet.ts'

/**
 * The ways money comes in (`docs/rules/deposits.md` A.10, E.11, N). A channel brings one asset over one network or bank and is
 * credited to one wallet, at par, or at the market's mid less a spread where the wallet is of another currency.
 */
/** The kind of rail, by which an arrival is recognised. */
type Rail =
  | Readonly<{ kind: 'crypto'; network: Network }>
  /** A bank line is credited by rule up to the brokerage's limit, or always by staff. */
  | Readonly<{ kind: 'bank'; isByRule: boolean }>

export type DepositChannel = Readonly<{
  currency: Currency
  rail: Rail
  wallet: WalletType
  /** The sum that must come together before it is credited, in minor units of the wallet. */
  minimum: bigint
  /** The most one deposit may be announced for, in minor units of the channel's currency. */
  largest: bigint
  /** The discount from the mid at which it is credited, in units of 10^-8. */
  spread: bigint
}>

/** A block is confirmed by itself and by each one after it (`docs/rules/deposits.md` E.11). */
export const CONFIRMATIONS = 3

const AT_PAR = 0n
/** 0.5 %. */
const COIN_SPREAD = 500_000n

const coin = (currency: Currency, network: Network, largest: string, spread: bigint): DepositChannel => ({
  currency,
  rail: { kind: 'crypto', network },
  wallet: 'US_WALLET',
  minimum: moneyOf('1', 'USD').minor,
  largest: moneyOf(largest, currency).minor,
  spread,
})

const bank = (currency: Currency, wallet: WalletType, isByRule: boolean, largest: string): DepositChannel => ({
  currency,
  rail: { kind: 'bank', isByRule },
  wallet,
  minimum: moneyOf('1', currency).minor,
  largest: moneyOf(largest, currency).minor,
  spread: AT_PAR,
})

export const depositChannels = {
  'USDT-TRC20': coin('USDT', 'TRC20', '1000000', AT_PAR),
  'USDT-ERC20': coin('USDT', 'ERC20', '1000000', AT_PAR),
  'BTC': coin('BTC', 'BTC', '20', COIN_SPREAD),
  'ETH': coin('ETH', 'ETH', '400', COIN_SPREAD),
  'ARS-BANK': bank('ARS', 'BALANCE', true, '1500000000'),
  // A wire is always matched by a person.
  'USD-WIRE': bank('USD', 'US_WALLET', false, '1000000'),
} as const satisfies Record<string, DepositChannel>

export type ChannelId = keyof typeof depositChannels
export const channelIds = Object.keys(depositChannels) as ChannelId[]
export const channelOf = (id: ChannelId): DepositChannel => depositChannels[id]

/** True when no market price is needed for its value in its wallet: a stablecoin counts as the dollar it stands for. */
export const isAtPar = ({ currency, wallet }: DepositChannel): boolean => currency === walletCurrencies[wallet] || currency === 'USDT'

/** The rate at which one unit of the channel's currency is credited, in units of 10^-8; null while the market has no price for it. */
export function creditRate(channel: DepositChannel, mid: bigint | null): bigint | null {
  if (isAtPar(channel)) return SCALE
  return mid === null ? null : divide(mid * (SCALE - channel.spread), SCALE, 'DOWN')
}

/** An amount of the channel's currency in minor units of its wallet, rounded down in the brokerage's favour. */
export function creditOf(channel: DepositChannel, amount: bigint, rate: bigint): bigint {
  const [arrives, credits] = [minorDigits[channel.currency], minorDigits[walletCurrencies[channel.wallet]]]
  return divide(amount * rate * 10n ** BigInt(credits), SCALE * 10n ** BigInt(arrives), 'DOWN')
}
