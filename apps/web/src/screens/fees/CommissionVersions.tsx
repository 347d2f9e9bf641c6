import { type FeeVersion, type MarketCommissions, type MarketFees, type OwnVolume, fees } from '@rueda/contract/fees.ts'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { formatMoney } from '@rueda/ui/formats/format.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../../shared/security/session.ts'
import { query } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { decimalText, rateText, scopeKey } from './fee-words.ts'

type Shown = Readonly<{ market: MarketFees; versions: readonly FeeVersion[] }>

const commissionsOf = ({ markets }: FeeVersion, { market }: MarketFees): MarketCommissions | undefined =>
  markets.find((each) => each.market === market)

/** The commissions that hang on volume now, and those that are announced. */
export function CommissionVersions({ market, versions }: Shown) {
  const t = useText('fees')
  const inForce = versions.find(({ state }) => state === 'inForce')
  const now = inForce === undefined ? undefined : commissionsOf(inForce, market)
  return (
    <>
      {now === undefined || now.steps.length < 2 ? null : <OwnSteps commissions={now} />}
      {versions.map((version) => {
        const commissions = commissionsOf(version, market)
        // A version that leaves this market alone changes nothing here.
        if (version.state !== 'coming' || commissions === undefined || isAlike(commissions, now)) return null
        return (
          <Card key={version.version} title={t('commissions.coming', { date: formatDate(version.firstDay) })} rows>
            <Steps commissions={commissions} own={null} />
            <p className="py-2.5 text-meta text-text3">{t('commissions.comingWhy')}</p>
          </Card>
        )
      })}
    </>
  )
}

/** The versions before the present one under which a market had other commissions, the newest first. */
export const pastOf = (market: MarketFees, versions: readonly FeeVersion[]): readonly FeeVersion[] =>
  versions
    .filter((version, index) => {
      const own = commissionsOf(version, market)
      const after = versions[index + 1]
      return version.state === 'past' && own !== undefined && !isAlike(own, after === undefined ? undefined : commissionsOf(after, market))
    })
    .toReversed()

/** The commissions of versions that have passed, each with the day it began. */
export function PastCommissions({ market, versions }: Shown) {
  const t = useText('fees')
  return versions.map((version) => {
    const commissions = commissionsOf(version, market)
    return commissions === undefined ? null : (
      <div key={version.version} className="py-1">
        <p className="pt-2 text-meta text-text3">
          {version.firstDay === null ? t('until') : t('since', { date: formatDate(version.firstDay) })}
        </p>
        <Steps commissions={commissions} own={null} />
      </div>
    )
  })
}

const isAlike = (one: MarketCommissions, other: MarketCommissions | undefined): boolean =>
  JSON.stringify(one.steps) === JSON.stringify(other?.steps)

function OwnSteps({ commissions }: Readonly<{ commissions: MarketCommissions }>) {
  const t = useText('fees')
  const signedIn = useSignedIn()
  const own = useQuery(query(fees.own, {}, { enabled: signedIn }))
  return (
    <Card title={t('commissions.steps')} rows>
      <Steps commissions={commissions} own={own.data?.find(({ market }) => market === commissions.market) ?? null} />
      <p className="py-2.5 text-meta text-text3">{t('commissions.stepsWhy')}</p>
    </Card>
  )
}

type StepsProps = Readonly<{ commissions: MarketCommissions; own: OwnVolume | null }>

/** Each step of volume with its rates; the reader's own is marked. */
function Steps({ commissions: { market, currency, counts, steps }, own }: StepsProps) {
  const t = useText('fees')
  const { language } = useUi()
  const amount = (value: string): string => formatMoney(language, value, currency)
  const volumeText = (from: string): string =>
    counts === 'contracts' ? t('commissions.contracts', { num: decimalText(language, from) }) : amount(from)
  return steps.map((step, index) => (
    <div key={step.from} className="flex items-start justify-between gap-4 py-3">
      <div className="min-w-0">
        <p className="text-label font-medium">
          {steps.length === 1
            ? t('kind.COMMISSION')
            : index === 0
              ? t('commissions.stepFirst')
              : t('commissions.stepFrom', { volume: volumeText(step.from) })}
        </p>
        {own?.step === index ? <Pill tone="info">{t('commissions.own')}</Pill> : null}
      </div>
      <div className="num flex flex-none flex-col gap-1 text-right">
        {step.commissions.map((commission) => {
          const { scope, minimum, maximum } = commission
          const key = scopeKey(scope)
          const more = [
            key === null ? null : t(key),
            minimum === null ? null : t('least', { amount: amount(minimum) }),
            maximum === null ? null : t('most', { amount: amount(maximum) }),
          ].filter((part) => part !== null)
          return (
            <div key={scope}>
              <p className="text-label font-semibold">{rateText(commission, { market, currency }, t, language)}</p>
              {more.length === 0 ? null : <p className="text-meta text-text3">{more.join(' · ')}</p>}
            </div>
          )
        })}
      </div>
    </div>
  ))
}
