import type { Loan } from '@rueda/contract/loans.ts'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { useText } from '../../shared/text/text.ts'
import { rateText } from './figures.ts'

/** The parts of a debt, and what a day more costs. */
export function DebtFacts({ loan }: Readonly<{ loan: Loan }>) {
  const t = useText('loans')
  const { language } = useUi()
  const { principal, totalInterest, penaltyAmount, paidAmount, currency, dailyRate, apr } = loan
  const money = (value: string) => <Money value={value} currency={currency} own />
  return (
    <Facts
      rows={[
        { label: t('part.principal'), value: money(principal) },
        { label: t('part.interest'), value: money(totalInterest) },
        Number(penaltyAmount) > 0 && { label: t('part.penalty'), value: money(penaltyAmount), tone: 'warn' },
        Number(paidAmount) > 0 && { label: t('part.paid'), value: money(paidAmount) },
        { label: t('rate'), value: t('rate.line', { daily: rateText(language, dailyRate), apr: rateText(language, apr) }) },
      ]}
    />
  )
}
