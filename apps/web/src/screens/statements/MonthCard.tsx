import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { statements } from '@rueda/contract/statements.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { formatMonth } from '@rueda/ui/formats/dates.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { hrefTo } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'
import { walletName } from '../../shared/wallets/wallet-name.ts'
import { Downloads } from './Downloads.tsx'

type Month = DataOf<typeof statements.months>['months'][number]

/** A month: what each wallet began and ended with, and the ways to take it along. */
export function MonthCard({ month: { month, final, wallets } }: Readonly<{ month: Month }>) {
  const t = useText('statements')
  const common = useText('common')
  const { language } = useUi()
  return (
    <Card
      title={<span className="first-letter:uppercase">{formatMonth(language, month)}</span>}
      action={final === 1 ? undefined : <Pill tone="warn">{t('open')}</Pill>}
    >
      <Facts
        rows={wallets.map(({ walletType, currency, opening, closing }) => ({
          label: walletName(common, walletType),
          before: <Money value={opening} currency={currency} own />,
          value: <Money value={closing} currency={currency} withCode own />,
        }))}
      />
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Downloads month={month} />
        <Button tone="ghost" href={hrefTo('pages/statement/index', { month })}>
          {t('see')}
        </Button>
      </div>
    </Card>
  )
}
