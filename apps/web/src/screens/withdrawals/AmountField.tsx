import { withdrawals } from '@rueda/contract/withdrawals.ts'
import { type RailId, rails } from '@rueda/rules/withdrawals/rails.ts'
import { parseScaled } from '@rueda/rules/decimal.ts'
import { AmountInput } from '@rueda/ui/fields/AmountInput.tsx'
import { Chip } from '@rueda/ui/choices/Chip.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatMoney } from '@rueda/ui/formats/format.ts'
import { finish } from '@rueda/ui/fields/typing.ts'
import { useQuery } from '@tanstack/react-query'
import type { Ref } from 'react'
import { query } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { blockedKey } from './blocked.ts'

type AmountFieldProps = Readonly<{
  rail: RailId
  type: 'bank' | 'vm' | 'JPY' | 'other'
  value: string
  onChange: (value: string) => void
  ref: Ref<HTMLInputElement>
}>

export function useUsable(rail: RailId, type: AmountFieldProps['type']) {
  const { wallet: walletType } = rails[rail]
  return useQuery(query(withdrawals.usable, { walletType, type, rail }))
}

const DECIMALS = 2
const scaledOf = (text: string): bigint => parseScaled(finish(text)) ?? 0n

/** True if an amount lies within what can leave now. */
export const isWithin = (typed: string, limits: Readonly<{ min: string; usable: string }> | undefined): boolean =>
  limits !== undefined && scaledOf(typed) >= scaledOf(limits.min) && scaledOf(typed) <= scaledOf(limits.usable)

/** The amount, between the least and what can leave now; and what the limits leave. */
export function AmountField({ rail, type, value, onChange, ref }: AmountFieldProps) {
  const t = useText('withdrawals')
  const common = useText('common')
  const { language } = useUi()
  const { data } = useUsable(rail, type)
  const money = (text: string): string => formatMoney(language, text, data?.currency ?? 'USD', { rounding: 'cut' })
  if (data === undefined) return null
  const typed = scaledOf(value)
  const error =
    typed === 0n
      ? null
      : typed > scaledOf(data.usable)
        ? t('amount.tooMuch', { num: money(data.usable) })
        : typed < scaledOf(data.min)
          ? t('amount.tooLittle', { num: money(data.min) })
          : null
  const blocked = blockedKey(data.reasonBlocked)
  return (
    <div className="flex flex-col gap-1">
      {blocked === null ? null : <InlineMessage tone="warn">{t(blocked)}</InlineMessage>}
      <AmountInput
        ref={ref}
        label={`${common('f.amount')} (${data.currency})`}
        value={value}
        decimals={DECIMALS}
        onChange={onChange}
        helper={t('usable', { num: money(data.usable), min: money(data.min) })}
        error={error}
        action={
          <Chip disabled={scaledOf(data.usable) === 0n} onPress={() => onChange(data.usable)}>
            {common('act.max')}
          </Chip>
        }
      />
      <p className="num text-meta text-text3">{t('limits', { day: money(data.dailyLeft), month: money(data.monthlyLeft) })}</p>
    </div>
  )
}
