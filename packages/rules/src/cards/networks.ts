import type { Currency } from '../money.ts'
import { isBitcoinAddress } from './bitcoin.ts'
import { checkEthereumAddress } from './ethereum.ts'
import { isTronAddress } from './tron.ts'

/** The networks that coins come and go by, each with the one coin the brokerage moves on it (`docs/rules/cards.md` O.17). */
export const networkCoins = { TRC20: 'USDT', ERC20: 'USDT', BTC: 'BTC', ETH: 'ETH' } as const satisfies Record<string, Currency>
export type Network = keyof typeof networkCoins
export const networks = Object.keys(networkCoins) as Network[]

/** `unchecked` is an address that may be right but whose form has no check: its owner must compare it. */
export type AddressCheck = 'checked' | 'unchecked' | 'wrong'

export const checkAddress = (network: Network, address: string): AddressCheck => addressChecks[network](address)

const bySoundness = (isSound: (address: string) => boolean) => (address: string) => (isSound(address) ? 'checked' : 'wrong')

const addressChecks: Readonly<Record<Network, (address: string) => AddressCheck>> = {
  TRC20: bySoundness(isTronAddress),
  ERC20: checkEthereumAddress,
  ETH: checkEthereumAddress,
  BTC: bySoundness(isBitcoinAddress),
}

/** The address as it is compared: where capitals do not matter, every spelling is one destination. In Base58 they matter. */
export function normalAddress(network: Network, address: string): string {
  const isCaseless = network === 'ERC20' || network === 'ETH' || address.toLowerCase().startsWith('bc1')
  return isCaseless ? address.toLowerCase() : address
}
