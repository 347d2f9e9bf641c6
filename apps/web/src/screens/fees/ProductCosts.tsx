import type { ProductFees } from '@rueda/contract/fees.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatMoney } from '@rueda/ui/formats/format.ts'
import { useText } from '../../shared/text/text.ts'
import { decimalText } from './fee-words.ts'

const NOTHING = '0'

/** What the house earns from products that are more than an order, each with the terms it goes by. */
export function ProductCosts({ products }: Readonly<{ products: ProductFees }>) {
  const t = useText('fees')
  const titles = useText('titles')
  const { language } = useUi()
  const { robots, loans, block } = products
  const rate = (value: string): string => decimalText(language, value)
  return (
    <>
      <Units products={products} />
      <Card title={titles('robots')}>
        <Facts
          rows={[
            { label: t('products.rent', { days: String(robots.termDays) }), value: formatMoney(language, robots.rent, robots.currency) },
          ]}
        />
        <Why>{t('products.robots.why')}</Why>
      </Card>
      <Card title={titles('loan')}>
        <Facts
          rows={loans.map(({ termDays, dailyRate, penaltyDailyRate }) => ({
            label: t('products.term', { days: String(termDays) }),
            value: (
              <Two
                first={t('products.daily', { rate: rate(dailyRate) })}
                second={t('products.penalty', { rate: rate(penaltyDailyRate) })}
              />
            ),
          }))}
        />
        <Why>{t('products.loans.why')}</Why>
      </Card>
      <Card title={titles('blocks')}>
        <Facts
          rows={[
            {
              label: t('kind.COMMISSION'),
              value: (
                <Two
                  first={t('rate.percent', { rate: rate(block.rate) })}
                  second={t('least', { amount: formatMoney(language, block.minimum, block.currency) })}
                />
              ),
            },
          ]}
        />
        <Why>{t('products.blocks.why')}</Why>
      </Card>
    </>
  )
}

/** Funds and agencies, whose yearly fee is in the value of a unit. */
function Units({ products: { funds, fundEarlyFee, agencies, agencyExitFee } }: Readonly<{ products: ProductFees }>) {
  const t = useText('fees')
  const titles = useText('titles')
  const nameOfFund = useText('funds')
  const nameOfAgency = useText('follow')
  const { language } = useUi()
  const rate = (value: string): string => decimalText(language, value)
  const yearly = (value: string): string => t('products.management', { rate: rate(value) })
  return (
    <>
      <Card title={titles('funds')}>
        <Facts
          rows={funds.map(({ id, managementFee, subscriptionFee }) => ({
            label: nameOfFund(`name.${id}`),
            value: (
              <Two
                first={yearly(managementFee)}
                second={subscriptionFee === NOTHING ? null : t('products.subscription', { rate: rate(subscriptionFee) })}
              />
            ),
          }))}
        />
        <Why>{t('products.funds.why', { rate: rate(fundEarlyFee) })}</Why>
      </Card>
      <Card title={titles('follow')}>
        <Facts
          rows={agencies.map(({ id, managementFee, profitShare }) => ({
            label: nameOfAgency(`name.${id}`),
            value: <Two first={yearly(managementFee)} second={t('products.share', { rate: rate(profitShare) })} />,
          }))}
        />
        <Why>{t('products.agencies.why', { rate: rate(agencyExitFee) })}</Why>
      </Card>
    </>
  )
}

function Two({ first, second }: Readonly<{ first: string; second: string | null }>) {
  return (
    <span className="num block text-right">
      {first}
      {second === null ? null : <span className="block text-meta font-normal text-text3">{second}</span>}
    </span>
  )
}

const Why = ({ children }: Readonly<{ children: string }>) => <p className="pt-1.5 text-meta text-text3">{children}</p>
