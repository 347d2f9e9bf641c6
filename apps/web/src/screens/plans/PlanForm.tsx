import { AmountInput } from '@rueda/ui/fields/AmountInput.tsx'
import { DateField } from '@rueda/ui/fields/DateField.tsx'
import { Select } from '@rueda/ui/fields/Select.tsx'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { BlockerButton } from '@rueda/ui/actions/BlockerButton.tsx'
import { Chip, ChipRow } from '@rueda/ui/choices/Chip.tsx'
import { SegmentedControl } from '@rueda/ui/choices/SegmentedControl.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { SheetFoot } from '@rueda/ui/sheets/SheetFoot.tsx'
import { formatMoney } from '@rueda/ui/formats/format.ts'
import type { Rhythm } from '@rueda/rules/plans/plan.ts'
import { plans } from '@rueda/contract/plans.ts'
import { marketTermsOf } from '@rueda/rules/instruments/terms.ts'
import { giversTo } from '@rueda/rules/transfers/sources.ts'
import { CheckField } from '@rueda/ui/fields/CheckField.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTermsFirst } from '../../shared/agreements/use-terms-first.ts'
import { FormError } from '../../shared/failures/FormError.tsx'
import { useSettled } from '../../shared/forms/use-settled.ts'
import { useServerNow } from '../../shared/live/live-clock.ts'
import { query } from '../../shared/server/api.ts'
import { useOfThis } from '../../shared/server/use-of-this.ts'
import { SwitchedOff } from '../../shared/switches/SwitchedOff.tsx'
import { useSwitchedOff } from '../../shared/switches/use-switched-off.ts'
import { useText } from '../../shared/text/text.ts'
import { walletNames } from '../../shared/wallets/wallet-name.ts'
import { PlanCost } from './PlanCost.tsx'
import { type Draft, type Share, emptyDraft, faultOf, inputOf, weekdays, withRhythm } from './plan-draft.ts'

type PlanFormProps = Readonly<{
  share: Pick<Share, 'stockCode' | 'market' | 'currency'>
  /** Of a plan that is changed, or what was typed before; a new one starts today. */
  draft?: Draft | undefined
  isNew: boolean
  amount?: string | undefined
  onReview: (draft: Draft) => void
}>

const DATE_LENGTH = 10
const DAY_DIGITS = 2
const quickAmounts = { USD: ['25', '50', '100'], ARS: ['20000', '50000', '100000'] } as const

/** Amount, rhythm and first date, what a purchase would cost now, and the button that names what is missing. */
export function PlanForm({ share, draft: given, isNew, amount, onReview }: PlanFormProps) {
  const t = useText('plans')
  const common = useText('common')
  const { language } = useUi()
  const today = new Date(useServerNow()).toISOString().slice(0, DATE_LENGTH)
  const [draft, setDraft] = useState(() => given ?? emptyDraft(today, amount))
  const change = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes })
  const field = useRef<HTMLInputElement>(null)
  const first = useRef<HTMLInputElement>(null)
  const day = useRef<HTMLInputElement>(null)
  const fault = faultOf(draft)
  const { stockCode, market, currency } = share
  const asked = useSettled(draft)
  const isAsked = faultOf(asked) === null
  const read = useQuery(
    query(plans.preview, { stockCode, market, ...inputOf(asked) }, { enabled: isAsked, placeholderData: keepPreviousData }),
  )
  const preview = { data: useOfThis(read), isPlaceholderData: read.isPlaceholderData }
  const least = fault === null && isAsked ? (preview.data?.leastAmount ?? null) : null
  const others = giversTo(marketTermsOf(market)?.wallet ?? 'STOCK')
  const quick = currency === 'ARS' ? quickAmounts.ARS : quickAmounts.USD
  return (
    <div className="flex flex-col gap-4">
      {isNew ? <SwitchedOff name="plans" /> : null}
      <div className="flex flex-col gap-2">
        <AmountInput
          ref={field}
          label={`${common('f.amount')} (${currency})`}
          value={draft.amount}
          onChange={(typed) => change({ amount: typed })}
        />
        <ChipRow label={common('f.amount')}>
          {quick.map((each) => (
            <Chip key={each} selected={draft.amount === each} onPress={() => change({ amount: each })}>
              {formatMoney(language, each, currency)}
            </Chip>
          ))}
        </ChipRow>
      </div>
      <SegmentedControl<Rhythm>
        label={t('f.rhythm')}
        value={draft.rhythm}
        onChange={(rhythm) => setDraft(withRhythm(draft, rhythm))}
        options={[
          { value: 'week', label: t('rhythm.week') },
          { value: 'month', label: t('rhythm.month') },
        ]}
      />
      <div className="grid grid-cols-2 items-start gap-2.5">
        {draft.rhythm === 'week' ? (
          <Select
            label={t('f.weekday')}
            value={draft.day}
            onChange={(chosen) => change({ day: chosen })}
            options={weekdays.map((value) => ({ value, label: t(`weekday.${Number(value) as 1 | 2 | 3 | 4 | 5}`) }))}
          />
        ) : (
          <TextField
            ref={day}
            label={t('f.monthDay')}
            inputMode="numeric"
            value={draft.day}
            onChange={(typed) => change({ day: typed.replace(/\D/gu, '').slice(0, DAY_DIGITS) })}
          />
        )}
        <DateField ref={first} label={t('f.first')} value={draft.firstDate} onChange={(typed) => change({ firstDate: typed })} />
      </div>
      {draft.rhythm === 'month' ? <p className="-mt-2 text-meta text-text3">{t('f.monthDay.helper')}</p> : null}
      {others.length === 0 ? null : (
        <div>
          <CheckField checked={draft.givers.length > 0} onChange={(isTaken) => change({ givers: isTaken ? others : [] })}>
            {t('f.givers', { wallets: walletNames(common, language, others) })}
          </CheckField>
          <p className="text-meta text-text3">{t('f.givers.helper')}</p>
        </div>
      )}
      <PlanCost read={preview} isAsked={isAsked} />
      <FormError error={isAsked ? read.error : null} />
      <SheetFoot>
        <BlockerButton
          label={common('act.continue')}
          blockers={useBlockers({
            fault,
            least: least === null ? null : formatMoney(language, least, currency),
            isNew,
            onAmount: () => field.current?.focus(),
            onDay: () => day.current?.focus(),
            onFirst: () => first.current?.focus(),
          })}
          onPress={() => onReview(draft)}
        />
      </SheetFoot>
    </div>
  )
}

type Blocking = Readonly<{
  fault: ReturnType<typeof faultOf>
  least: string | null
  isNew: boolean
  onAmount: () => void
  onDay: () => void
  onFirst: () => void
}>

function useBlockers({ fault, least, isNew, onAmount, onDay, onFirst }: Blocking) {
  const t = useText('plans')
  const common = useText('common')
  const off = useText('switches')
  const { offline, text } = useUi()
  const isOff = useSwitchedOff('plans') !== null
  const terms = useTermsFirst()
  return [
    { when: offline, label: text.offline },
    { when: isNew && isOff, label: off('off.plans') },
    isNew && terms,
    { when: fault === 'amount', label: common('f.amount.missing'), onPress: onAmount },
    { when: least !== null, label: t('amount.tooLittle', { num: least ?? '' }), onPress: onAmount },
    { when: fault === 'day', label: t('f.monthDay.wrong'), onPress: onDay },
    { when: fault === 'firstDate', label: t('f.first.wrong'), onPress: onFirst },
  ]
}
