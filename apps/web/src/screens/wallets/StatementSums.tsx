import type { CashFlow } from '@rueda/contract/wallets.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { useText } from '../../shared/text/text.ts'
import { sumsOf } from './sums.ts'

/** In and out under the filters, once everything under them has been read. */
export function StatementSums({ flows, note }: Readonly<{ flows: readonly CashFlow[]; note: string }>) {
  const t = useText('wallets')
  return (
    <Card>
      {sumsOf(flows).map((sum) => (
        <dl key={sum.currency} className="grid grid-cols-2 gap-4 not-first:mt-3 large:grid-cols-1">
          <div>
            <dt className="text-meta text-text3">{t('statement.in')}</dt>
            <dd className="num text-row">
              <Money value={sum.in} currency={sum.currency} own withCode />
            </dd>
          </div>
          <div className="text-right large:text-left">
            <dt className="text-meta text-text3">{t('statement.out')}</dt>
            <dd className="num text-row">
              <Money value={sum.out} currency={sum.currency} own withCode />
            </dd>
          </div>
        </dl>
      ))}
      <p className="pt-2 text-meta text-text3">{note}</p>
    </Card>
  )
}
