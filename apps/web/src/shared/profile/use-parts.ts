import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { wallets } from '@rueda/contract/wallets.ts'
import { type Translate, useText } from '../text/text.ts'
import { walletName } from '../wallets/wallet-name.ts'
import { type Slice, slicesOf } from './slices.ts'

type Overview = Pick<DataOf<typeof wallets.overview>, 'positionsValue'>
type Wallets = DataOf<typeof wallets.all>

/** A part of everything owned, with its name. */
export type NamedPart = Slice & Readonly<{ label: string }>

const MAX_SLICES = 8
const HOLDINGS = 'holdings'

/** The parts of the total: cash by wallet, and the holdings. Empty until the wallets are read. */
export function useParts({ positionsValue }: Overview, read: Wallets | undefined): readonly NamedPart[] {
  const t = useText('profile')
  const common = useText('common')
  const cash = (read?.wallets ?? []).map(({ walletType, valueUsd }) => ({ key: walletType as string, value: valueUsd ?? '0' }))
  const slices = read === undefined ? [] : slicesOf([{ key: HOLDINGS, value: positionsValue }, ...cash], MAX_SLICES)
  return slices.map((slice) => ({ ...slice, label: partName(t, common, slice.key) }))
}

function partName(t: Translate<'profile'>, common: Translate<'common'>, key: string): string {
  if (key === HOLDINGS) return t('holdings')
  return key === 'other' ? t('other') : walletName(common, key)
}
