import { type Network, networks } from '../cards/networks.ts'
import { type Currency, moneyOf } from '../money.ts'
import { MINUTE_MS } from '../time.ts'
import { type WalletType, walletCurrencies } from '../wallets/wallet.ts'

/**
 * The ways money leaves (`docs/rules/withdrawals.md` E.11): each takes it out of one wallet and pays it out in one currency. A fee is
 * written in the currency that is paid out, is taken from the amount and is known before the customer confirms.
 */
export type RailId = 'ARS_BANK' | 'JPY_BANK' | 'WIRE' | Network

export type Rail = Readonly<{
  id: RailId
  wallet: WalletType
  pays: Currency
  fee: RailFee
  /** The spread from the mid for money of another currency, in units of 10^-8; null where both are worth the same. */
  spread: bigint | null
  /** The longest time from the review to the arrival. */
  arrivesWithinMs: number
}>

/** `share` of the amount in units of 10^-8, and never less than `least` in minor units of the payout. */
export type RailFee = Readonly<{ share: bigint; least: bigint }>

/** 0.3 %. */
const BANK_SHARE = 300_000n
const NO_SHARE = 0n
/** 0.3 % between dollars and yen, 0.5 % between dollars and coins, as in transfers and deposits. */
const YEN_SPREAD = 300_000n
const COIN_SPREAD = 500_000n

const least = (amount: string, currency: Currency): bigint => moneyOf(amount, currency).minor

const BANK_TAKES_MS = 5 * MINUTE_MS
const CHAIN_TAKES_MS = 2 * MINUTE_MS

const coin = (id: Network, pays: Currency, fee: string, spread: bigint | null): Rail => ({
  ...{ id, wallet: 'US_WALLET', pays, spread },
  fee: { share: NO_SHARE, least: least(fee, pays) },
  arrivesWithinMs: CHAIN_TAKES_MS,
})

export const rails: Readonly<Record<RailId, Rail>> = {
  ARS_BANK: {
    ...{ id: 'ARS_BANK', wallet: 'BALANCE', pays: 'ARS', spread: null },
    fee: { share: BANK_SHARE, least: least('500', 'ARS') },
    arrivesWithinMs: BANK_TAKES_MS,
  },
  JPY_BANK: {
    ...{ id: 'JPY_BANK', wallet: 'US_WALLET', pays: 'JPY', spread: YEN_SPREAD },
    fee: { share: BANK_SHARE, least: least('500', 'JPY') },
    arrivesWithinMs: BANK_TAKES_MS,
  },
  WIRE: {
    ...{ id: 'WIRE', wallet: 'US_WALLET', pays: 'USD', spread: null },
    fee: { share: NO_SHARE, least: least('20', 'USD') },
    arrivesWithinMs: BANK_TAKES_MS,
  },
  TRC20: coin('TRC20', 'USDT', '1', null),
  ERC20: coin('ERC20', 'USDT', '5', null),
  BTC: coin('BTC', 'BTC', '0.0002', COIN_SPREAD),
  ETH: coin('ETH', 'ETH', '0.002', COIN_SPREAD),
}
export const railIds = Object.keys(rails) as RailId[]

export const isChain = (id: RailId): id is Network => networks.some((network) => network === id)

/** A stablecoin counts as the dollar it stands for; every other foreign currency has a rate. */
export const isConverted = ({ spread }: Rail): boolean => spread !== null

/** The rail to a bank account of a currency: the country's own if the brokerage has one, a wire elsewhere. */
export function railOfAccount(countryCode: string): RailId {
  if (countryCode === 'AR') return 'ARS_BANK'
  return countryCode === 'JP' ? 'JPY_BANK' : 'WIRE'
}

export const currencyOfRail = ({ wallet }: Rail): Currency => walletCurrencies[wallet]
