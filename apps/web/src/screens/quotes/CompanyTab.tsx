import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { TextLink } from '@rueda/ui/layout/SectionHeader.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { formatCompact, formatMoney, formatNumber, formatQuantity } from '@rueda/ui/formats/format.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hrefTo } from '../../shared/pages/go.ts'
import { outsideAddress } from '../../shared/pages/outside.ts'
import { query } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { marketOf } from '../../shared/quotes/instrument.ts'

type Company = DataOf<typeof quotes.summary>

/** The company behind the stock. */
export function CompanyTab({ quote }: { quote: Quote }) {
  const company = useQuery(query(quotes.summary, { stockCode: quote.stock_code, market: marketOf(quote.market) }))
  return (
    <Loaded query={company} reason={whyFailed}>
      {(data) => (
        <>
          <Description company={data} />
          <CompanyFacts company={data} quote={quote} />
          <CorporateActions company={data} currency={quote.currency} />
        </>
      )}
    </Loaded>
  )
}

const LONG_TEXT = 180

function Description({ company: { profile } }: { company: Company }) {
  const t = useText('quotes')
  const [whole, setWhole] = useState(false)
  if (profile.description === '') return null
  const long = profile.description.length > LONG_TEXT
  return (
    <Card title={t('company.about')}>
      <p className={`text-meta leading-5 text-text2 ${whole ? '' : 'line-clamp-4'}`}>{profile.description}</p>
      {long ? (
        <TextLink ownLine onPress={() => setWhole(!whole)}>
          {t(whole ? 'company.less' : 'company.more')}
        </TextLink>
      ) : null}
    </Card>
  )
}

function CompanyFacts({ company: { profile, stats }, quote }: Readonly<{ company: Company; quote: Quote }>) {
  const t = useText('quotes')
  const { language } = useUi()
  return (
    <Card>
      <Facts
        rows={[
          { label: t('company.sector'), value: profile.sector },
          { label: t('company.industry'), value: profile.industry },
          profile.ceo !== null && { label: t('company.ceo'), value: profile.ceo },
          profile.employees !== null && { label: t('company.employees'), value: formatQuantity(language, String(profile.employees)) },
          profile.website !== null && { label: t('company.website'), value: <Website address={profile.website} /> },
          { label: t('company.listed'), value: formatDate(profile.ipoDate) },
          { label: t('company.shares'), value: formatCompact(language, stats.sharesOut) },
          { label: t('company.averageVolume'), value: formatCompact(language, stats.avgVolume30) },
          stats.pb !== null && { label: t('company.priceToBook'), value: formatNumber(language, stats.pb, { least: 1, most: 2 }) },
          stats.dividend !== null && { label: t('company.dividend'), value: formatMoney(language, stats.dividend, quote.currency) },
          stats.exDate !== null && { label: t('company.exDate'), value: formatDate(stats.exDate) },
        ]}
      />
    </Card>
  )
}

/** Its address, as a link where it is one that can be opened. */
const Website = ({ address }: Readonly<{ address: string }>) =>
  outsideAddress(address) === null ? address : <TextLink href={hrefTo('pages/webview/index', { url: address })}>{address}</TextLink>

const MAX_ACTIONS = 8

function CorporateActions({ company: { corporateActions }, currency }: Readonly<{ company: Company; currency: string }>) {
  const t = useText('quotes')
  const { language } = useUi()
  if (corporateActions.length === 0) return null
  const wordsOf = ({ kind, amount, ratio, oldCode, newCode }: Company['corporateActions'][number]): string => {
    if (kind === 'dividend') return t('company.dividendOf', { amount: formatMoney(language, amount, currency) })
    if (kind === 'split') return t('company.splitOf', { ratio: ratio ?? '' })
    return t('company.renamed', { oldCode: oldCode ?? '', newCode: newCode ?? '' })
  }
  const rows = corporateActions.slice(0, MAX_ACTIONS).map((action) => ({ label: formatDate(action.exDate), value: wordsOf(action) }))
  return (
    <Card title={t('company.actions')}>
      <Facts rows={rows} />
    </Card>
  )
}
