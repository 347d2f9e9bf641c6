import { codeOfIpo } from '@rueda/contract/codes.ts'
import { type IpoFairness, subscriptions } from '@rueda/contract/subscriptions.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { CopyButton } from '@rueda/ui/actions/CopyButton.tsx'
import { CopyValue } from '@rueda/ui/actions/CopyValue.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDateTime, formatDeadline } from '@rueda/ui/formats/dates.ts'
import { formatQuantity } from '@rueda/ui/formats/format.ts'
import { useQuery } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { useState } from 'react'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { useQueryOfPage } from '../../shared/pages/go.ts'
import { PullToRefresh } from '../../shared/pages/PullToRefresh.tsx'
import { RefreshButton } from '../../shared/pages/refresh.tsx'
import { query } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { OfferingsLink } from './OfferingsLink.tsx'
import { type Verdict, judgeDraw } from '../../shared/subscriptions/judge-draw.ts'

const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Route `pages/ipo/fairness`: what a draw was made from, done again here and now by the reader's own browser. */
export function Fairness() {
  const t = useText('subscriptions')
  const titles = useText('titles')
  const { id, number } = useQueryOfPage()
  const read = useQuery(query(subscriptions.fairness, { id: id ?? NO_ID }, { enabled: id !== undefined }))
  return (
    <Screen title={titles('ipoFairness')} actions={<RefreshButton />}>
      <PullToRefresh />
      <p className="text-label font-normal text-text2">{t('draw.how')}</p>
      {id === undefined ? (
        <EmptyState icon={Scale} text={t('unknown')} action={<OfferingsLink />} />
      ) : (
        <Loaded query={read} reason={whyFailed}>
          {(proof) => <Proof proof={proof} own={number ?? null} />}
        </Loaded>
      )}
    </Screen>
  )
}

function Proof({ proof, own }: Readonly<{ proof: IpoFairness; own: string | null }>) {
  const t = useText('subscriptions')
  const { name, stockCode, commitHash, commitTimestamp, listHash, list, E, S, seed, entropySource, beaconUrl, beaconRound } = proof
  const isDrawn = S !== null
  return (
    <div className="flex flex-col gap-3">
      <Card title={`${name} · ${stockCode}`}>
        <Facts
          rows={[
            { label: t('proof.commitment'), value: <Hash value={commitHash} label={t('proof.commitment')} /> },
            { label: t('proof.committed'), value: formatDateTime(commitTimestamp) },
            { label: t('step.closes'), value: formatDeadline(proof.purchaseEndDate), divided: true },
            { label: t('proof.list'), value: <Hash value={listHash} label={t('proof.list')} /> },
            { label: t('proof.applications'), value: listHash === null ? null : String(list.length) },
            { label: t('step.draw'), value: formatDeadline(proof.drawDate), divided: true },
            { label: t('proof.entropy'), value: <Hash value={E} label={t('proof.entropy')} /> },
            { label: t('proof.secret'), value: <Hash value={S} label={t('proof.secret')} /> },
            { label: t('proof.seed'), value: <Hash value={seed} label={t('proof.seed')} /> },
          ]}
        />
      </Card>
      <InlineMessage tone={entropySource === 'beacon' ? 'info' : 'warn'}>
        {entropySource === 'beacon' ? t('proof.beacon', { url: beaconUrl ?? '', round: String(beaconRound ?? '') }) : t('proof.limit')}
      </InlineMessage>
      {isDrawn && proof.status === codeOfIpo.withdrawn ? <InlineMessage tone="warn">{t('proof.withdrawn')}</InlineMessage> : null}
      {isDrawn ? <Again proof={proof} own={own} /> : <InlineMessage tone="info">{t('proof.notYet')}</InlineMessage>}
      {listHash === null ? null : <Applications proof={proof} own={own} />}
      <Card title={t('proof.code')} action={<CopyButton value={proof.verifyCode} label={t('proof.code')} />}>
        <p className="text-meta text-text2">{t('proof.codeNote')}</p>
        <pre className="mt-2 max-h-56 overflow-auto rounded-card bg-s2 p-3 text-micro leading-4 font-normal">{proof.verifyCode}</pre>
      </Card>
    </div>
  )
}

/** Sixty-four digits do not fit on a phone: their beginning is shown, and all of them are copied. */
function Hash({ value, label }: Readonly<{ value: string | null; label: string }>) {
  return value === null ? '—' : <CopyValue value={value} label={label} />
}

/** What is compared; the value of a beacon is looked up there, with the round that the page names. */
const COMPARED = [
  { name: 'commitment', label: 'again.commitment' },
  { name: 'list', label: 'again.list' },
  { name: 'entropy', label: 'proof.entropy' },
  { name: 'seed', label: 'again.seed' },
  { name: 'result', label: 'again.result' },
] as const

/** The draw once more, by this browser and from nothing but what is on this page. */
function Again({ proof, own }: Readonly<{ proof: IpoFairness; own: string | null }>) {
  const t = useText('subscriptions')
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const row = proof.allotments.find(({ number }) => number === own)
  return (
    <Card title={t('again.title')}>
      <p className="text-label font-normal text-text2">{t('again.text')}</p>
      <div className="mt-3 flex flex-col gap-3">
        <Button size="large" wide onPress={() => setVerdict(judgeDraw(proof))}>
          {t('again.run')}
        </Button>
        <div role="status" className="flex flex-col gap-2">
          {verdict === null ? null : (
            <>
              <Facts
                rows={COMPARED.filter(({ name }) => name !== 'entropy' || proof.beaconUrl === null).map(({ name, label }) => ({
                  label: t(label),
                  value: t(verdict[name] ? 'again.equal' : 'again.different'),
                  tone: verdict[name] ? undefined : 'danger',
                }))}
              />
              <InlineMessage tone={verdict.isEqual ? 'info' : 'danger'}>
                {verdict.isEqual ? t('again.good', { num: String(proof.list.length) }) : t('again.bad')}
              </InlineMessage>
            </>
          )}
        </div>
        {row === undefined ? null : (
          <p className="text-label">
            {t('again.own', { number: row.number, lots: t('lots', { count: row.lots, num: String(row.lots) }) })}
          </p>
        )}
      </div>
    </Card>
  )
}

const MAX_ROWS = 100

/** Every application of the close by its number, with its rank and what it got. */
function Applications({ proof, own }: Readonly<{ proof: IpoFairness; own: string | null }>) {
  const t = useText('subscriptions')
  const { language } = useUi()
  const ranks = new Map(proof.keys.map(({ number, rank }) => [number, rank]))
  const given = new Map(proof.allotments.map(({ number, lots }) => [number, lots]))
  const rows = proof.list.toSorted((a, b) => (ranks.get(a.number) ?? 0) - (ranks.get(b.number) ?? 0)).slice(0, MAX_ROWS)
  const number = (value: number): string => formatQuantity(language, String(value))
  if (rows.length === 0) return <EmptyState icon={Scale} text={t('proof.none')} />
  return (
    <Card title={t('proof.table')} action={t('proof.quota', { num: number(proof.quota) })}>
      <table className="num w-full text-meta">
        <thead className="text-left text-text3">
          <tr>
            <th className="py-1 pr-3 font-normal">{t('proof.rank')}</th>
            <th className="py-1 pr-3 font-normal">{t('r.number')}</th>
            <th className="py-1 pl-3 text-right font-normal">{t('r.asked')}</th>
            <th className="py-1 pl-3 text-right font-normal">{t('r.given')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((each) => (
            <tr key={each.number} className={each.number === own ? 'bg-s2 font-semibold text-text1' : 'text-text2'}>
              <td className="py-1">{ranks.get(each.number) ?? '—'}</td>
              <td className="py-1 pr-3 break-all">{each.number}</td>
              <td className="py-1 pl-3 text-right">{number(each.lots)}</td>
              <td className="py-1 pl-3 text-right">{given.has(each.number) ? number(given.get(each.number) ?? 0) : '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-meta text-text3">{t('proof.lotNote', { num: formatQuantity(language, proof.lotSize) })}</p>
    </Card>
  )
}
