import type { FollowAgency } from '@rueda/contract/follow.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { SectionHeader } from '@rueda/ui/layout/SectionHeader.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { useLastShown } from '@rueda/ui/sheets/use-last-shown.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDate, formatDeadline } from '@rueda/ui/formats/dates.ts'
import { formatMoney, formatNumber } from '@rueda/ui/formats/format.ts'
import { hrefTo } from '../../shared/pages/go.ts'
import { RegisterFirst } from '../../shared/security/RegisterFirst.tsx'
import { usePractising, useSignedIn } from '../../shared/security/session.ts'
import { useText } from '../../shared/text/text.ts'
import { AgencyStatus } from './AgencyStatus.tsx'
import { CURRENCY, FOUR_DIGITS, shareText } from './figures.ts'
import { Evidence } from './Evidence.tsx'
import { RecordView } from './RecordView.tsx'
import { RiskPill } from './RiskPill.tsx'
import { takesOrders } from './use-follow.ts'

/** One agency: what it has done, what it would have done before, what it holds and costs, and when an order is confirmed. */
export function AgencySheet({ agency, onClose }: Readonly<{ agency: FollowAgency | null; onClose: () => void }>) {
  const shown = useLastShown(agency)
  const t = useText('follow')
  const practising = usePractising()
  if (shown === null) return null
  return (
    <Sheet
      open={agency !== null}
      onClose={onClose}
      title={t(`name.${shown.id}`)}
      footer={practising ? undefined : <FollowButton agency={shown} />}
    >
      <div className="flex flex-col gap-4 pb-2">
        {practising ? <RegisterFirst purpose="follow" /> : null}
        <Head agency={shown} />
        <Live agency={shown} />
        <InlineMessage tone="warn">{t('past')}</InlineMessage>
        <Backtest agency={shown} />
        <Costs agency={shown} />
        <Dates agency={shown} />
        <Evidence agency={shown} />
      </div>
    </Sheet>
  )
}

function Head({ agency }: Readonly<{ agency: FollowAgency }>) {
  const t = useText('follow')
  const { language } = useUi()
  return (
    <div>
      <p className="flex flex-wrap items-center gap-2 text-meta text-text3">
        <RiskPill level={agency.riskLevel} />
        <AgencyStatus agency={agency} />
      </p>
      <p className="num mt-1 text-total">{formatNumber(language, agency.nav, FOUR_DIGITS)}</p>
      <p className="num text-meta text-text3">
        {t('chart')} · {CURRENCY} · {formatDate(agency.navDate)}
      </p>
      <p className="mt-2 text-label font-normal text-text2">{t(`rule.${agency.id}`)}</p>
    </div>
  )
}

function Live({ agency: { record } }: Readonly<{ agency: FollowAgency }>) {
  const t = useText('follow')
  const isNew = record.nav.length < 2
  return (
    <section className="flex flex-col gap-2">
      <SectionHeader title={t('record')} action={record.return12m === null ? t('record.young') : undefined} />
      <p className="text-meta text-text3">
        {isNew
          ? t('record.new', { date: formatDate(record.since) })
          : t('record.since', { from: formatDate(record.since), to: formatDate(record.through) })}
      </p>
      {isNew ? null : <RecordView record={record} />}
    </section>
  )
}

/** Kept apart from the record, and named for what it is. */
function Backtest({ agency: { backtest } }: Readonly<{ agency: FollowAgency }>) {
  const t = useText('follow')
  if (backtest === null) return null
  return (
    <section className="flex flex-col gap-2 rounded-card border border-dashed border-line-strong p-3">
      <SectionHeader title={t('backtest')} />
      <p className="text-meta text-text2">{t('backtest.note', { from: formatDate(backtest.since), to: formatDate(backtest.through) })}</p>
      <RecordView record={backtest} />
    </section>
  )
}

function Costs({ agency: { mgmtFeeRate, profitShareRate, exitFeeRate } }: Readonly<{ agency: FollowAgency }>) {
  const t = useText('follow')
  const { language } = useUi()
  return (
    <section className="flex flex-col gap-1.5">
      <SectionHeader title={t('costs')} />
      <Facts
        rows={[
          { label: t('cost.share'), value: shareText(language, profitShareRate) },
          { label: t('cost.management'), value: shareText(language, mgmtFeeRate) },
          { label: t('cost.exit'), value: shareText(language, exitFeeRate) },
          { label: t('cost.trading'), value: t('cost.trading.in') },
        ]}
      />
    </section>
  )
}

function Dates({ agency }: Readonly<{ agency: FollowAgency }>) {
  const t = useText('follow')
  const { language } = useUi()
  const { minAmount, maxAmount, remain, terms, cutOffTimestamp, dealDate } = agency
  const min = formatMoney(language, minAmount, CURRENCY)
  return (
    <section className="flex flex-col gap-1.5">
      <SectionHeader title={t('dates')} />
      <Facts
        rows={[
          { label: t('limits'), value: t('amount.range', { min, max: formatMoney(language, maxAmount, CURRENCY) }) },
          { label: t('room'), value: <Money value={remain} currency={CURRENCY} /> },
          { label: t('term'), value: t('days', { days: terms.join(' · ') }) },
          ...(takesOrders(agency)
            ? [
                { label: t('date.cutOff'), value: formatDeadline(cutOffTimestamp), divided: true },
                { label: t('date.deal'), value: formatDate(dealDate) },
              ]
            : []),
        ]}
      />
    </section>
  )
}

function FollowButton({ agency }: Readonly<{ agency: FollowAgency }>) {
  const t = useText('follow')
  const signedIn = useSignedIn()
  const place = hrefTo('pages/payment/follow', { id: agency.id })
  const isOpen = takesOrders(agency)
  return (
    <Button
      size="large"
      wide
      disabled={!isOpen}
      href={!isOpen ? undefined : signedIn ? place : hrefTo('pages/auth/login', { return: place.slice('#'.length) })}
    >
      {t('follow')}
    </Button>
  )
}
