import { statements } from '@rueda/contract/statements.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { ListRow } from '@rueda/ui/lists/ListRow.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { FileCheck, FileText, ReceiptText } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { WIDE, useMedia } from '../../shared/device/appearance.ts'
import { query } from '../../shared/server/api.ts'
import { hrefTo, useQueryOfPage } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { MonthCard } from './MonthCard.tsx'
import { MonthTable } from './MonthTable.tsx'
import { StatementMonth } from './StatementMonth.tsx'
import { feeName } from '../../shared/wallets/fee-name.ts'
import { FeeAmount } from './FeeAmount.tsx'

/** Route `pages/statement/index`: every month with its balances and files, or one month whole. */
export function Statements() {
  const { month } = useQueryOfPage()
  return month === undefined ? <Months /> : <StatementMonth month={month} />
}

function Months() {
  const t = useText('statements')
  const titles = useText('titles')
  const wide = useMedia(WIDE)
  const read = useQuery(query(statements.months, {}))
  return (
    <Screen title={titles('statements')}>
      <Loaded
        query={read}
        reason={whyFailed}
        isEmpty={({ months }) => months.length === 0}
        empty={<EmptyState icon={FileText} text={t('empty')} />}
      >
        {({ months, years }) => (
          <>
            {wide ? <MonthTable months={months} /> : months.map((month) => <MonthCard key={month.month} month={month} />)}
            {years.map(({ year, fees }) => (
              <Card key={year} title={t('fees.year', { year })}>
                {fees.length === 0 ? <p className="text-meta text-text3">{t('fees.none')}</p> : null}
                <Facts rows={fees.map((fee) => ({ label: feeName(t, fee.kind), value: <FeeAmount fee={fee} /> }))} />
              </Card>
            ))}
          </>
        )}
      </Loaded>
      <Card rows>
        <ListRow icon={ReceiptText} label={t('everything')} href={hrefTo('pages/profile/transaction')} />
        <ListRow icon={FileCheck} label={t('confirmations')} href={hrefTo('pages/trade/index', { tab: '2', state: 'all' })} />
      </Card>
    </Screen>
  )
}
