import { Card } from '@rueda/ui/layout/Card.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { TextLink } from '@rueda/ui/layout/SectionHeader.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatMoney, formatPrice, formatQuantity } from '@rueda/ui/formats/format.ts'
import { useText } from '../../shared/text/text.ts'
import { hrefTo } from '../../shared/pages/go.ts'
import { type QuoteDetail, quotePathOf } from '../../shared/quotes/instrument.ts'
import { tickValueOf } from '../../shared/quotes/tick-value.ts'
import { useContract } from '../../shared/quotes/use-contract.ts'
import { markets, sourceOfMarket } from '@rueda/contract/codes.ts'
import { useNameOfId } from '../../shared/quotes/instrument-name.ts'

/** The terms of one contract: how much it moves, its margins, and how many are open. */
export function ContractTerms({ detail }: Readonly<{ detail: QuoteDetail }>) {
  const t = useText('quotes')
  const { language } = useUi()
  const contract = useContract(detail.stock_code)
  if (contract === undefined) return null
  const money = (amount: string | null) => (amount === null ? null : formatMoney(language, amount, contract.currency))
  const { OlChg, settlePrice } = contract
  const sign = OlChg > 0 ? '+' : OlChg < 0 ? '\u2212' : ''
  return (
    <Card title={t('future.contract')} action={<Underlying instrumentId={contract.underlying} />}>
      <Facts
        rows={[
          { label: t('future.openInterest'), value: formatQuantity(language, String(contract.Ol)) },
          { label: t('future.interestChange'), value: `${sign}${formatQuantity(language, String(Math.abs(OlChg)))}` },
          { label: t('future.multiplier'), value: formatQuantity(language, contract.multiplier) },
          settlePrice === null ? null : { label: t('future.settlement'), value: formatPrice(language, settlePrice, contract.decimals) },
          { label: t('future.tick'), value: formatQuantity(language, contract.tickSize) },
          { label: t('future.tickValue'), value: money(tickValueOf(contract.tickSize, contract.multiplier)) },
          { label: t('future.initialMargin'), value: money(contract.initialMargin) },
          { label: t('future.maintenanceMargin'), value: money(contract.maintMargin) },
        ]}
      />
    </Card>
  )
}

/** A contract on something that has a quote of its own leads there; others say what they are on in their name. */
function Underlying({ instrumentId }: Readonly<{ instrumentId: string }>) {
  const t = useText('quotes')
  const nameOf = useNameOfId()
  const [market = '', code = ''] = instrumentId.split(':')
  const quoted = markets.find((name) => name === market)
  if (quoted === undefined || code === '') return null
  const source = sourceOfMarket[quoted]
  return (
    <TextLink href={hrefTo(quotePathOf({ source }), { code, market, source })}>
      {t('future.follows', { name: nameOf({ instrumentId, name: code }) })}
    </TextLink>
  )
}
