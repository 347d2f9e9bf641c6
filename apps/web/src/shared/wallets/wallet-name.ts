import { walletTypes } from '@rueda/rules/wallets/wallet.ts'
import type { Language } from '@rueda/ui/formats/languages.ts'
import type { Translate } from '../text/text.ts'

/** The name of a wallet in words. */
export function walletName(t: Translate<'common'>, type: string): string {
  const known = walletTypes.find((one) => one === type)
  return known === undefined ? type : t(`wallet.${known}`)
}

/** Several of them, one after the other as the language has it. */
export const walletNames = (t: Translate<'common'>, language: Language, types: readonly string[]): string =>
  new Intl.ListFormat(language, { type: 'unit' }).format(types.map((type) => walletName(t, type)))
