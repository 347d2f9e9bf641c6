import type { IpoItem } from '@rueda/contract/subscriptions.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { StatusPill } from '@rueda/ui/pills/Pill.tsx'
import { Timeline } from '@rueda/ui/lists/Timeline.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDateTime } from '@rueda/ui/formats/dates.ts'
import { formatMoney, formatNumber, formatQuantity } from '@rueda/ui/formats/format.ts'
import { FileText } from 'lucide-react'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { useServerNow } from '../../shared/live/live-clock.ts'
import { hrefTo } from '../../shared/pages/go.ts'
import { PullToRefresh } from '../../shared/pages/PullToRefresh.tsx'
import { RefreshButton } from '../../shared/pages/refresh.tsx'
import { OPEN, codeAt, statusOfIpo } from '../../shared/subscriptions/status.ts'
import { stepsOfIpo } from '../../shared/subscriptions/steps.ts'
import { useText } from '../../shared/text/text.ts'
import { TWO_DIGITS } from '../../shared/subscriptions/figures.ts'
import { OfferingsLink } from './OfferingsLink.tsx'
import { useIpo } from './use-ipo.ts'

/** Route `pages/ipo/prospectus`: who sells shares, how many at what price, what can go wrong, and how they are given out. */
export function Prospectus() {
  const t = useText('subscriptions')
  const titles = useText('titles')
  const { read, ipo } = useIpo()
  return (
    <Screen title={titles('prospectus')} actions={<RefreshButton />}>
      <PullToRefresh />
      <Loaded
        query={read}
        reason={whyFailed}
        isEmpty={() => ipo === null}
        empty={<EmptyState icon={FileText} text={t('unknown')} action={<OfferingsLink />} />}
      >
        {() => (ipo === null || ipo === undefined ? null : <Pages ipo={ipo} />)}
      </Loaded>
    </Screen>
  )
}

function Pages({ ipo }: Readonly<{ ipo: IpoItem }>) {
  const t = useText('subscriptions')
  const now = useServerNow()
  const { id, name, stockCode, exchangeCode, description } = ipo
  const code = codeAt(ipo, now)
  return (
    <div className="flex flex-col gap-3">
      <Card>
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0">
            <h2 className="text-nav">{name}</h2>
            <p className="num text-meta text-text3">
              {stockCode} · {exchangeCode}
            </p>
          </div>
          <StatusPill status={statusOfIpo(t, ipo, now)} />
        </div>
        <p className="mt-2 text-body text-text2">{description}</p>
      </Card>
      <Company ipo={ipo} />
      <Terms ipo={ipo} />
      <Card title={t('prospectus.risks')}>
        <ul className="flex list-disc flex-col gap-1.5 pl-4 text-label font-normal text-text2">
          <li>{t('risk.price')}</li>
          <li>{t('risk.draw')}</li>
          <li>{t('risk.money')}</li>
          <li>{t('risk.withdrawn')}</li>
        </ul>
      </Card>
      <Card title={t('prospectus.dates')}>
        <Timeline steps={stepsOfIpo(t, ipo, code)} />
      </Card>
      <Card title={t('prospectus.draw')}>
        <p className="text-label font-normal text-text2">{t('draw.how')}</p>
        <div className="mt-3">
          <Button tone="secondary" href={hrefTo('pages/ipo/fairness', { id })}>
            {t('fairness.open')}
          </Button>
        </div>
      </Card>
      {code === OPEN ? (
        <Button size="large" wide href={hrefTo('pages/payment/newstock', { id })}>
          {t('subscribe')}
        </Button>
      ) : (
        <InlineMessage tone="info">{t('closedNote')}</InlineMessage>
      )}
    </div>
  )
}

function Company({ ipo }: Readonly<{ ipo: IpoItem }>) {
  const t = useText('subscriptions')
  const { language } = useUi()
  const { sector, industry, chiefExecutive, employees, sharesOutstanding, pe } = ipo
  return (
    <Card title={t('prospectus.company')}>
      <Facts
        rows={[
          { label: t('r.sector'), value: sector },
          { label: t('r.industry'), value: industry },
          { label: t('r.chief'), value: chiefExecutive },
          { label: t('r.employees'), value: formatQuantity(language, String(employees)) },
          { label: t('r.outstanding'), value: t('shares', { num: formatQuantity(language, sharesOutstanding) }) },
          { label: t('r.pe'), value: pe === null ? t('loses') : formatNumber(language, pe, { least: 1, most: 1 }) },
        ]}
      />
    </Card>
  )
}

function Terms({ ipo }: Readonly<{ ipo: IpoItem }>) {
  const t = useText('subscriptions')
  const { language } = useUi()
  const { price, currency, totalQuantity, fundRaised, underwriter, userQuota, lotSize, maxCountPerUser, prospectusDate, oversubscription } =
    ipo
  const shares = (count: string): string => t('shares', { num: formatQuantity(language, count) })
  const lots = (count: string): string => t('lots', { count: Number(count), num: formatQuantity(language, count) })
  return (
    <Card title={t('prospectus.terms')}>
      <Facts
        rows={[
          { label: t('r.price'), value: formatMoney(language, price, currency), strong: true },
          { label: t('r.issue'), value: shares(totalQuantity) },
          { label: t('r.raised'), value: formatMoney(language, fundRaised, currency) },
          { label: t('r.underwriter'), value: underwriter },
          { label: t('r.tranche'), value: shares(userQuota), divided: true },
          { label: t('r.lot'), value: shares(lotSize) },
          { label: t('r.most'), value: shares(maxCountPerUser) },
          { label: t('r.fee'), value: t('free') },
          oversubscription === null
            ? null
            : { label: t('r.demand'), value: t('times', { num: formatNumber(language, oversubscription, TWO_DIGITS) }), divided: true },
          oversubscription === null ? null : { label: t('r.customers'), value: lots(ipo.customerLots) },
          oversubscription === null ? null : { label: t('r.public'), value: lots(ipo.publicLots) },
          { label: t('r.published'), value: formatDateTime(prospectusDate), divided: true },
        ]}
      />
      {oversubscription === null ? null : <p className="mt-1.5 text-meta text-text3">{t('demandNote')}</p>}
    </Card>
  )
}
