import type { FollowAgency } from '@rueda/contract/follow.ts'
import { formatMinor } from '@rueda/rules/money.ts'
import { DataTable } from '@rueda/ui/lists/DataTable.tsx'
import { SectionHeader } from '@rueda/ui/layout/SectionHeader.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatMoney, formatPercent } from '@rueda/ui/formats/format.ts'
import { useText } from '../../shared/text/text.ts'
import { CURRENCY } from './figures.ts'
import { exampleOf } from './order-draft.ts'

/** A gain, a loss as large, and a loss that hurts. */
const CHANGES = [10n, -10n, -30n] as const

/** What the amount would bring and lose, with everything it costs, before anybody presses a button. */
export function Example({ agency: { id }, cents }: Readonly<{ agency: FollowAgency; cents: bigint }>) {
  const t = useText('follow')
  const { language } = useUi()
  const money = (minor: bigint) => formatMoney(language, formatMinor(minor, CURRENCY), CURRENCY)
  const examples = CHANGES.map((percent) => exampleOf(id, cents, percent))
  return (
    <section className="flex flex-col gap-1.5">
      <SectionHeader title={t('example')} />
      <DataTable
        label={t('example')}
        columns={[t('example.value'), ...CHANGES.map((percent) => formatPercent(language, `${percent}`, 'change'))]}
        rows={[
          [t('example.worth'), ...examples.map(({ value }) => money(value))],
          [t('example.share'), ...examples.map(({ share }) => money(share))],
          [t('example.get'), ...examples.map(({ payout }) => money(payout))],
          [
            t('example.result'),
            ...examples.map(({ result }, at) => (
              <b key={String(CHANGES[at])} className={result < 0n ? 'text-down' : 'text-up'}>
                {money(result)}
              </b>
            )),
          ],
        ]}
      />
    </section>
  )
}
