import { KEY_BYTES, addressOf } from '@rueda/rules/deposits/address.ts'
import type { Network } from '@rueda/rules/cards/networks.ts'
import type { Vault } from '../vault/vault.ts'

/**
 * Returns a customer's own address on a network. It is derived from the server's secret, so it is the same every time and
 * nobody can guess another's. USDT on two networks has two; nobody holds a private key to any of them.
 */
export const depositAddress = (vault: Pick<Vault, 'fingerprint'>, accountId: string, network: Network): string =>
  addressOf(network, vault.fingerprint('deposit address', `${network}:${accountId}`).subarray(0, KEY_BYTES))

/** The hash of a simulated transaction, as that network writes it. */
export function transactionHash(vault: Pick<Vault, 'fingerprint'>, network: Network, id: string): string {
  const hash = vault.fingerprint('simulated transaction', `${network}:${id}`).toString('hex')
  return network === 'ERC20' || network === 'ETH' ? `0x${hash}` : hash
}
