import type { Translate } from '../text/text.ts'
import { walletName } from '../wallets/wallet-name.ts'

/** Money is available in a wallet, so the wallet is named with it. */
export const availableLabel = (t: Translate<'orders'>, common: Translate<'common'>, walletType: string): string =>
  t('receipt.availableIn', { wallet: walletName(common, walletType) })
