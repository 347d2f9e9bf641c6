import { type TaxStatus, accounts } from '@rueda/contract/accounts.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { RecordRow } from '@rueda/ui/lists/RecordRow.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDateTime } from '@rueda/ui/formats/dates.ts'
import { formatQuantity } from '@rueda/ui/formats/format.ts'
import { isShareMarket } from '@rueda/rules/markets/markets.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { TaxForm } from './TaxForm.tsx'
import { useCountryName } from './use-country-name.ts'

/** Route `pages/setting/tax`: where the customer owes taxes, and what is withheld of dividends for it. */
export function TaxResidence() {
  const t = useText('settings')
  const read = useQuery(query(accounts.taxDeclarations, {}))
  return (
    <Screen title={t('tax.title')}>
      <Loaded query={read} reason={whyFailed}>
        {(status) => (
          <>
            <Rates status={status} />
            {/* Another declaration begins from the newest one. */}
            <TaxForm key={status.current?.declareTimestamp ?? 0} status={status} />
            <Declarations status={status} />
          </>
        )}
      </Loaded>
    </Screen>
  )
}

type Shown = Readonly<{ status: TaxStatus }>

function Rates({ status: { withholding, current } }: Shown) {
  const t = useText('settings')
  const { language } = useUi()
  return (
    <Card title={t('tax.now')}>
      <Facts
        rows={withholding.map(({ market, applied }) => ({
          label: isShareMarket(market) ? t(`tax.${market}`) : market,
          value: t('tax.rate', { rate: formatQuantity(language, applied) }),
        }))}
      />
      {current === null ? <p className="pt-1.5 text-meta text-text3">{t('tax.none')}</p> : null}
    </Card>
  )
}

function Declarations({ status: { history } }: Shown) {
  const t = useText('settings')
  const nameOf = useCountryName()
  if (history.length === 0) return null
  return (
    <Card rows title={t('tax.history')}>
      {history.map(({ countryCode, claimsTreaty, declareTimestamp }) => (
        <RecordRow
          key={declareTimestamp}
          title={nameOf(countryCode)}
          meta={formatDateTime(declareTimestamp)}
          trailing={<span className="text-meta text-text2">{t(claimsTreaty === 1 ? 'tax.claimed' : 'tax.notClaimed')}</span>}
        />
      ))}
    </Card>
  )
}
