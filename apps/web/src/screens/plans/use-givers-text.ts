import { useUi } from '@rueda/ui/provider/context.tsx'
import { useText } from '../../shared/text/text.ts'
import { walletNames } from '../../shared/wallets/wallet-name.ts'
import type { Draft } from './plan-draft.ts'

/** Where a purchase takes what its wallet lacks from. */
export function useGiversText(givers: Draft['givers']): string {
  const t = useText('plans')
  const common = useText('common')
  const { language } = useUi()
  return givers.length === 0 ? t('r.givers.none') : t('r.givers.from', { wallets: walletNames(common, language, givers) })
}
