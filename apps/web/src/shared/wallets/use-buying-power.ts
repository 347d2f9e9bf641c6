import { wallets } from '@rueda/contract/wallets.ts'
import type { WalletType } from '@rueda/rules/wallets/wallet.ts'
import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../security/session.ts'
import { query } from '../server/api.ts'
import { useSwitchedOff } from '../switches/use-switched-off.ts'
import { type BuyingPower, buyingPowerOf } from './buying-power.ts'

const NOBODY: readonly WalletType[] = []

/** What there is to pay an amount from a wallet with, and which other wallets would give what; none does while transfers are switched off. */
export function useBuyingPower(walletType: WalletType, amount: string, givers?: readonly WalletType[]): BuyingPower {
  const signedIn = useSignedIn()
  const isOff = useSwitchedOff('transfers') !== null
  const rows = useQuery(query(wallets.all, {}, { enabled: signedIn })).data?.wallets
  return buyingPowerOf(rows, { walletType, amount, givers: isOff ? NOBODY : givers })
}
