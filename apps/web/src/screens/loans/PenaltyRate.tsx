import type { LoanProduct } from '@rueda/contract/loans.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { useText } from '../../shared/text/text.ts'
import { rateText } from './figures.ts'

/** "0.06 % a day", which never breaks between the figure and its unit: the words beside it do. */
export function PenaltyRate({ penaltyDailyRate }: Pick<LoanProduct, 'penaltyDailyRate'>) {
  const t = useText('loans')
  const { language } = useUi()
  return <span className="whitespace-nowrap">{t('perDay', { rate: rateText(language, penaltyDailyRate) })}</span>
}
