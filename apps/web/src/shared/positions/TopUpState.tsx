import type { Position } from '@rueda/contract/positions.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatMoney } from '@rueda/ui/formats/format.ts'
import { useText } from '../text/text.ts'

/** The rest of the automatic top-up of margin, in a word. */
export function TopUpState({ position: { topUpLeft, currency } }: Readonly<{ position: Pick<Position, 'topUpLeft' | 'currency'> }>) {
  const t = useText('positions')
  const { language, text, hidesAmounts } = useUi()
  if (topUpLeft === null) return t('topUp.off')
  return t('topUp.upTo', { amount: hidesAmounts ? text.amountHidden : formatMoney(language, topUpLeft, currency) })
}
