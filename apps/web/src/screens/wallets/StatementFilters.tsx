import { walletTypes } from '@rueda/contract/codes.ts'
import { Chip, ChipRow } from '@rueda/ui/Chip.tsx'
import { OptionList } from '@rueda/ui/Select.tsx'
import { Sheet } from '@rueda/ui/Sheet.tsx'
import { TextField } from '@rueda/ui/TextField.tsx'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../app/text.ts'
import { kindText, kinds } from './kinds.ts'
import { type Period, periods } from './periods.ts'
import { ALL, type Filters } from './use-statement.ts'
import { walletName } from './wallet-name.ts'

type StatementFiltersProps = Readonly<{ filters: Filters; change: (changes: Partial<Filters>) => void }>

/** Wallet, kind and days. */
export function StatementFilters({ filters, change }: StatementFiltersProps) {
  const t = useText('wallets')
  const common = useText('common')
  return (
    <>
      <div className="grid grid-cols-2 gap-2">
        <FilterButton
          label={t('statement.wallet')}
          value={filters.wallet}
          onChange={(wallet) => change({ wallet })}
          options={[{ value: ALL, label: t('statement.allWallets') }, ...walletTypes.map((type) => ({ value: type, label: walletName(common, type) }))]}
        />
        <FilterButton
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
      <TextField type="date" label={t('statement.from')} value={custom.startDate ?? ''} onChange={(value) => set('startDate', value)} />
      <TextField type="date" label={t('statement.to')} value={custom.endDate ?? ''} onChange={(value) => set('endDate', value)} />
    </div>
  )
}

type Choice = Readonly<{ value: string; label: string }>
type FilterButtonProps = Readonly<{ label: string; value: string; options: readonly Choice[]; onChange: (value: string) => void }>

/** A choice that takes little room: its value is its face. */
function FilterButton({ label, value, options, onChange }: FilterButtonProps) {
  const [open, setOpen] = useState(false)
  const chosen = options.find((option) => option.value === value)?.label ?? ''
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`${label}: ${chosen}`}
        onClick={() => setOpen(true)}
        className="flex min-h-11 items-center gap-2 rounded-control bg-s2 px-3 text-left text-label active:bg-s3"
      >
        <span className="min-w-0 flex-1 truncate">{chosen}</span>
        <ChevronDown aria-hidden size={18} className="flex-none text-text3" />
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title={label}>
        <OptionList
          label={label}
          options={options}
          value={value}
          onChoose={(next) => {
            setOpen(false)
            onChange(next)
          }}
        />
      </Sheet>
    </>
  )
}
