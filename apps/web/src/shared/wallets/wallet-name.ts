import { walletTypes } from '@rueda/rules/wallets/wallet.ts'
import type { Translate } from '../text/text.ts'

/** The name of a wallet in words. */
export function walletName(t: Translate<'common'>, type: string): string {
  const known = walletTypes.find((one) => one === type)
  return known === undefined ? type : t(`wallet.${known}`)
}
