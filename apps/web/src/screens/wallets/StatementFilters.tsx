import { walletTypes } from '@rueda/rules/wallets/wallet.ts'
import { Chip, ChipRow } from '@rueda/ui/choices/Chip.tsx'
import { DateField } from '@rueda/ui/fields/DateField.tsx'
import { useText } from '../../shared/text/text.ts'
import { ChoiceButton } from '../../shared/forms/ChoiceButton.tsx'
import { kindText, kinds } from '../../shared/wallets/kinds.ts'
import { type Period, periods } from './periods.ts'
import { ALL, type Filters } from './use-statement.ts'
import { walletName } from '../../shared/wallets/wallet-name.ts'

type StatementFiltersProps = Readonly<{ filters: Filters; change: (changes: Partial<Filters>) => void }>

/** Wallet, kind and days. */
export function StatementFilters({ filters, change }: StatementFiltersProps) {
  const t = useText('wallets')
  const common = useText('common')
  return (
    <>
      <div className="grid grid-cols-2 gap-2">
        <ChoiceButton<string>
          label={t('statement.wallet')}
          value={filters.wallet}
          onChange={(wallet) => change({ wallet })}
          options={[
            { value: ALL, label: t('statement.allWallets') },
            ...walletTypes.map((type) => ({ value: type, label: walletName(common, type) })),
          ]}
        />
        <ChoiceButton<string>
          label={t('statement.kind')}
          value={filters.kind}
          onChange={(kind) => change({ kind })}
          options={[{ value: ALL, label: t('statement.allKinds') }, ...kinds.map((kind) => ({ value: kind, label: kindText(t, kind) }))]}
        />
      </div>
      <ChipRow label={t('statement.period')}>
        {periods.map((period) => (
          <Chip key={period} selected={filters.period === period} onPress={() => change({ period })}>
            {periodText(t, period)}
          </Chip>
        ))}
      </ChipRow>
      {filters.period === 'custom' ? <CustomDays filters={filters} change={change} /> : null}
    </>
  )
}

const periodText = (t: ReturnType<typeof useText<'wallets'>>, period: Period): string =>
  period === 'custom' ? t('statement.custom') : t('statement.days', { days: period })

function CustomDays({ filters: { custom }, change }: StatementFiltersProps) {
  const t = useText('wallets')
  const set = (name: 'startDate' | 'endDate', value: string) => {
    const { [name]: _, ...others } = custom
    change({ custom: value === '' ? others : { ...others, [name]: value } })
  }
  return (
    <div className="grid grid-cols-2 gap-2">
      <DateField label={t('statement.from')} value={custom.startDate ?? ''} onChange={(value) => set('startDate', value)} />
      <DateField label={t('statement.to')} value={custom.endDate ?? ''} onChange={(value) => set('endDate', value)} />
    </div>
  )
}
