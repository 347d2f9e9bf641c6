import { SegmentedControl } from '@rueda/ui/choices/SegmentedControl.tsx'
import { useGo } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'

const pages = { bank: 'pages/withdraw/bcard', wallet: 'pages/withdraw/vm', other: 'pages/withdraw/other' } as const
type Way = keyof typeof pages

/** The ways to withdraw, each a page of its own. */
export function WaySwitch({ way }: Readonly<{ way: Way }>) {
  const t = useText('withdrawals')
  const go = useGo()
  return (
    <SegmentedControl<Way>
      label={t('way')}
      value={way}
      onChange={(chosen) => go(pages[chosen], {}, { replace: true })}
      options={[
        { value: 'bank', label: t('to.bank') },
        { value: 'wallet', label: t('to.wallet') },
        { value: 'other', label: t('to.other') },
      ]}
    />
  )
}
