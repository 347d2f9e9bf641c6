import { type Translate, useText } from '../text/text.ts'
import type { Overview } from '../wallets/use-overview.ts'
import { walletName } from '../wallets/wallet-name.ts'
import { type Slice, slicesOf } from './slices.ts'

/** A part of everything owned, with its name. */
export type NamedPart = Slice & Readonly<{ label: string }>

const MAX_SLICES = 8
const HOLDINGS = 'holdings'
const FUNDS = 'funds'
const MANDATES = 'mandates'

/** The parts of the total: cash by wallet, and the holdings. */
export function useParts({ positionsValue, fundsValue, followValue, cashByWallet }: Overview): readonly NamedPart[] {
  const t = useText('profile')
  const common = useText('common')
  const cash = cashByWallet.map(({ walletType, value }) => ({ key: walletType as string, value }))
  const invested = [
    { key: HOLDINGS, value: positionsValue },
    { key: FUNDS, value: fundsValue },
    { key: MANDATES, value: followValue },
  ]
  const slices = slicesOf([...invested, ...cash], MAX_SLICES)
  return slices.map((slice) => ({ ...slice, label: partName(t, common, slice.key) }))
}

function partName(t: Translate<'profile'>, common: Translate<'common'>, key: string): string {
  if (key === HOLDINGS) return t('holdings')
  if (key === FUNDS) return t('funds')
  if (key === MANDATES) return t('follow')
  return key === 'other' ? t('other') : walletName(common, key)
}
