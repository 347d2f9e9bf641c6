import { loans } from '@rueda/contract/loans.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { SkeletonRows } from '@rueda/ui/loading/Skeleton.tsx'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { formatMoney, formatNumber } from '@rueda/ui/formats/format.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { useQuery } from '@tanstack/react-query'
import { HandCoins } from 'lucide-react'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { useServerNow } from '../../shared/live/live-clock.ts'
import { query } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { PenaltyRate } from './PenaltyRate.tsx'
import { costsOf, rateText } from './figures.ts'

const EXAMPLE_AMOUNT = '5000.00'
const EXAMPLE_DAYS = 30

/** Rates first: every term with its yearly rate, and one loan worked out to the end, late days included. */
export function LoanExample() {
  const t = useText('loans')
  const { language } = useUi()
  const now = useServerNow()
  const read = useQuery(query(loans.rates, {}))
  return (
    <Card title={t('rates')}>
      <Loaded
        query={read}
        reason={whyFailed}
        skeleton={<SkeletonRows rows={4} height={30} />}
        isEmpty={(all) => all.length === 0}
        empty={<EmptyState icon={HandCoins} text={t('notOffered')} />}
      >
        {(all) => {
          const product = all.find(({ termDays }) => termDays === EXAMPLE_DAYS) ?? all[0]
          if (product === undefined) return null
          const { interest, total, late, dueOn } = costsOf(EXAMPLE_AMOUNT, product, now)
          const money = (value: string): string => formatMoney(language, value, product.currency)
          return (
            <>
              <Facts
                rows={[
                  ...all.map(({ termDays, dailyRate, apr }) => ({
                    label: t('term', { count: termDays, num: formatNumber(language, String(termDays)) }),
                    value: t('rate.line', { daily: rateText(language, dailyRate), apr: rateText(language, apr) }),
                  })),
                  {
                    label: t('cost.penalty'),
                    value: <PenaltyRate {...product} />,
                    tone: 'warn',
                    divided: true,
                  },
                ]}
              />
              <p className="mt-2 text-label font-semibold">{t('example')}</p>
              <p className="text-label font-normal text-text2">
                {t('example.text', {
                  ...{ amount: money(EXAMPLE_AMOUNT), days: formatNumber(language, String(product.termDays)), interest: money(interest) },
                  ...{ total: money(total), date: formatDate(dueOn), late: money(late) },
                })}
              </p>
            </>
          )
        }}
      </Loaded>
    </Card>
  )
}
