import type { Currency } from '../money.ts'
import { isBitcoinAddress } from './bitcoin.ts'
import { checkEthereumAddress } from './ethereum.ts'
import { isTronAddress } from './tron.ts'

/** The networks digital money comes and goes by, each with the one coin the house moves on it (`docs/rules/cards.md` O.17). */
export const networkCoins = { TRC20: 'USDT', ERC20: 'USDT', BTC: 'BTC', ETH: 'ETH' } as const satisfies Record<string, Currency>
export type Network = keyof typeof networkCoins
export const networks = Object.keys(networkCoins) as Network[]

/** `unchecked` is an address that may be right and whose form has no check: its owner is asked to compare it. */
export type AddressCheck = 'checked' | 'unchecked' | 'wrong'

export const checkAddress = (network: Network, address: string): AddressCheck => addressChecks[network](address)

const bySoundness = (isSound: (address: string) => boolean) => (address: string) => (isSound(address) ? 'checked' : 'wrong')

const addressChecks: Readonly<Record<Network, (address: string) => AddressCheck>> = {
  TRC20: bySoundness(isTronAddress),
  ERC20: checkEthereumAddress,
  ETH: checkEthereumAddress,
  BTC: bySoundness(isBitcoinAddress),
}

/**
 * The address as it is compared: one that reads the same in capitals and in small letters is one destination, however it
 * was typed. Base58 tells the two apart.
 */
export function normalAddress(network: Network, address: string): string {
  const isCaseless = network === 'ERC20' || network === 'ETH' || address.toLowerCase().startsWith('bc1')
  return isCaseless ? address.toLowerCase() : address
}
