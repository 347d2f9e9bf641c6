import { Button } from '@rueda/ui/actions/Button.tsx'
import { ScrollTabs } from '@rueda/ui/choices/ScrollTabs.tsx'
import { formatDate, formatDateTime } from '@rueda/ui/formats/dates.ts'
import { formatQuantity } from '@rueda/ui/formats/format.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { ListRow } from '@rueda/ui/lists/ListRow.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { useQuery } from '@tanstack/react-query'
import { Landmark } from 'lucide-react'
import { useState } from 'react'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { hrefTo, useQueryValue } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'
import { type NightFinding, type Night, type OwedAndHeld, otherAssets, owedAndHeldOf, unitsOf } from '../../shared/trust/night-totals.ts'
import { compareWithLog, readNight, readNights } from '../../shared/trust/read-nights.ts'

/** Nights that are offered; what was said of older ones is at their address. */
const OFFERED_NIGHTS = 14

/** Route `pages/trust/liabilities`: what the house says by night that it owes everybody, beside what bank and chains hold by its books. */
export function Liabilities() {
  const t = useText('trust')
  const titles = useText('titles')
  const nights = useQuery({ queryKey: ['trust nights'], queryFn: readNights })
  return (
    <Screen title={titles('liabilities')}>
      <p className="text-row font-normal text-text2">{t('nights.intro')}</p>
      <Loaded
        query={nights}
        reason={whyFailed}
        isEmpty={(list) => list.length === 0}
        empty={<EmptyState icon={Landmark} text={t('nights.none')} />}
      >
        {(list) => <Nights nights={list.slice(0, OFFERED_NIGHTS)} />}
      </Loaded>
    </Screen>
  )
}

function Nights({ nights }: Readonly<{ nights: readonly string[] }>) {
  const titles = useText('titles')
  const [date, choose] = useQueryValue('date', nights, nights[0] ?? '')
  const night = useQuery({ queryKey: ['trust night', date], queryFn: () => readNight(date) })
  return (
    <>
      <ScrollTabs
        label={titles('liabilities')}
        tabs={nights.map((value) => ({ value, label: formatDate(value) }))}
        value={date}
        onChange={choose}
      />
      <Loaded query={night} reason={whyFailed}>
        {(said) => <Said key={said.date} night={said} again={async () => (await night.refetch({ throwOnError: true })).data ?? said} />}
      </Loaded>
    </>
  )
}

type SaidProps = Readonly<{
  night: Night
  /** Reads it anew: places in the log come after the night. */
  again: () => Promise<Night>
}>

function Said({ night, again }: SaidProps) {
  const t = useText('trust')
  const currencies = owedAndHeldOf(night)
  const others = otherAssets(night)
  return (
    <>
      <CompareWithLog night={night} again={again} />
      <Card title={t('nights.money')}>
        <p className="pb-2 text-label font-normal text-text2">{t(night.held === null ? 'nights.heldUnsaid' : 'nights.heldWhose')}</p>
        {currencies.map((each) => (
          <CurrencyFacts key={each.currency} of={each} />
        ))}
        {night.held === null ? null : <p className="pt-3 text-meta text-text3">{t('nights.why')}</p>}
      </Card>
      {others.length === 0 ? null : <OtherAssets assets={others} />}
      <Card rows>
        <ListRow icon={Landmark} label={t('nights.own')} detail={t('claim.liabilities')} href={hrefTo('pages/trust/index')} />
      </Card>
    </>
  )
}

function CurrencyFacts({ of: { currency, owed, held } }: Readonly<{ of: OwedAndHeld }>) {
  const t = useText('trust')
  const money = (value: string) => <Money value={value} currency={currency} withCode />
  const bank = (value: string) => ({ label: t('nights.bank'), value: money(value) })
  return (
    <section aria-label={currency} className="border-t border-line py-2 first-of-type:border-0">
      <Facts
        rows={[
          { label: t('nights.owed', { currency }), value: money(owed) },
          ...(held?.places.length === 0 ? [bank('0')] : []),
          ...(held?.places ?? []).map(({ network, amount }) =>
            network === null ? bank(amount) : { label: t('nights.chain', { network }), value: money(amount) },
          ),
          held === null ? null : { label: t('nights.difference'), value: money(held.difference), strong: true },
        ]}
      />
    </section>
  )
}

const MAX_AT_FIRST = 20

function OtherAssets({ assets }: Readonly<{ assets: Night['liabilities'] }>) {
  const t = useText('trust')
  const { language } = useUi()
  const [isWhole, showAll] = useState(false)
  return (
    <Card title={t('nights.others')}>
      <Facts
        rows={(isWhole ? assets : assets.slice(0, MAX_AT_FIRST)).map(({ asset, total }) => ({
          label: asset.split(':').slice(1).join(' '),
          value: formatQuantity(language, unitsOf(total)),
        }))}
      />
      {isWhole || assets.length <= MAX_AT_FIRST ? null : (
        <Button tone="ghost" wide onPress={() => showAll(true)}>
          {t('nights.more')}
        </Button>
      )}
    </Card>
  )
}

function CompareWithLog({ night, again }: SaidProps) {
  const t = useText('trust')
  const { offline } = useUi()
  const [isBusy, setBusy] = useState(false)
  const [found, setFound] = useState<NightFinding | 'unanswered' | null>(null)
  const run = async (): Promise<void> => {
    setBusy(true)
    setFound(
      await again()
        .then(compareWithLog)
        .catch(() => 'unanswered' as const),
    )
    setBusy(false)
  }
  return (
    <Card title={t('nights.title', { date: formatDate(night.date) })}>
      <p className="pb-3 text-label font-normal text-text2">{t('nights.text', { time: formatDateTime(night.timestamp) })}</p>
      <Button size="large" wide busy={isBusy} disabled={offline} onPress={() => void run()}>
        {t('nights.compare')}
      </Button>
      <div role="status" className="empty:hidden pt-3">
        {found === null ? null : <Finding found={found} />}
      </div>
    </Card>
  )
}

function Finding({ found }: Readonly<{ found: NightFinding | 'unanswered' }>) {
  const t = useText('trust')
  if (found === 'unanswered') return <InlineMessage tone="info">{t('levers.unanswered')}</InlineMessage>
  if (found.kind === 'nothing') return <InlineMessage tone="warn">{t('nights.nothing')}</InlineMessage>
  if (found.kind === 'heldMissing' || found.kind === 'otherHeld')
    return <InlineMessage tone={found.kind === 'otherHeld' ? 'danger' : 'warn'}>{t(`nights.${found.kind}`)}</InlineMessage>
  if ('asset' in found) return <InlineMessage tone="danger">{t(`nights.${found.kind}`, { asset: found.asset })}</InlineMessage>
  const figures = { num: String(found.count), of: String(found.of) }
  const key = found.kind === 'same' && found.isHeldLogged ? 'nights.sameHeld' : (`nights.${found.kind}` as const)
  return <InlineMessage tone={found.kind === 'same' ? 'up' : 'warn'}>{t(key, figures)}</InlineMessage>
}
