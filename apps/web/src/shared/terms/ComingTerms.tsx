import { type ComingTerms as Coming, terms } from '@rueda/contract/terms.ts'
import type { TextKey } from '@rueda/text/keys.ts'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDeadline } from '@rueda/ui/formats/dates.ts'
import { formatMoney, formatNumber } from '@rueda/ui/formats/format.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../server/api.ts'
import { useText } from '../text/text.ts'

/** Texts of the limits that apply to a customer. */
const limitKeys = [
  'limit.withdrawalLeast',
  'limit.withdrawalRequest',
  'limit.withdrawalDay',
  'limit.withdrawalMonth',
  'limit.withdrawalAlone',
  'limit.withdrawalCode',
  'limit.depositAutomatic',
] as const satisfies readonly TextKey<'terms'>[]

/** Every coming change of a withdrawal limit. */
export const ComingWithdrawalLimits = () =>
  limitKeys.map((key) =>
    key === 'limit.depositAutomatic' ? null : <ComingTerms key={key} kind="moneyLimit" subject={key.slice('limit.'.length)} />,
  )

type ComingTermsProps = Readonly<{ kind: Coming['kind']; subject: string }>

/** Coming changes of a rail, a channel or a limit: what, from when, and which terms a request made before has. Empty if none. */
export function ComingTerms({ kind, subject }: ComingTermsProps) {
  const { data } = useQuery(query(terms.coming, {}))
  const coming = (data ?? []).filter((each) => each.kind === kind && each.subject === subject)
  return coming.map((each) => <Change key={each.effectiveTimestamp} change={each} />)
}

function Change({ change }: Readonly<{ change: Coming }>) {
  const t = useText('terms')
  const { language } = useUi()
  const { kind, currency, subject, minimum, limit, feeRate, feeLeast, effectiveTimestamp } = change
  const at = formatDeadline(effectiveTimestamp)
  if (kind === 'depositMinimum' && minimum !== null) {
    return (
      <InlineMessage title={t('minimum', { at, amount: formatMoney(language, minimum, currency) })}>
        <p>{t('minimum.until')}</p>
      </InlineMessage>
    )
  }
  const limited = limitKeys.find((key) => key === `limit.${subject}`)
  if (limited !== undefined && limit !== null) {
    return (
      <InlineMessage title={t(limited, { at, amount: formatMoney(language, limit, currency) })}>
        <p>{t('limit.until')}</p>
      </InlineMessage>
    )
  }
  if (feeRate === null || feeLeast === null) return null
  const least = formatMoney(language, feeLeast, currency)
  const fee = /[1-9]/.test(feeRate)
    ? t('fee.share', { rate: formatNumber(language, feeRate, { style: 'percent', most: 4 }), least })
    : least
  return (
    <InlineMessage title={t('fee', { at, fee })}>
      <p>{t('fee.until')}</p>
    </InlineMessage>
  )
}
