import { formatPercent } from '@rueda/ui/formats/format.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { SliceDot, seriesColour } from '@rueda/ui/lists/SliceDot.tsx'
import { PrivacyMask } from '@rueda/ui/money/PrivacyMask.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { type NamedPart, useParts } from '../../shared/profile/use-parts.ts'
import { useText } from '../../shared/text/text.ts'
import { type Overview, useLiveOverview } from '../../shared/wallets/use-overview.ts'

/** What the total consists of, as one bar with its words; nothing where it all lies in one place, and nothing while it is not known. */
export function PartsCard() {
  const { data } = useLiveOverview()
  return data === undefined ? null : <Parts overview={data} />
}

function Parts({ overview }: { overview: Overview }) {
  const t = useText('home')
  const { language } = useUi()
  const parts = useParts(overview)
  if (parts.length < 2) return null
  return (
    <Card title={t('parts')}>
      <Bar parts={parts} />
      <ul className="flex flex-wrap gap-x-4 gap-y-1 pt-2.5">
        {parts.map(({ key, label, percent }, at) => (
          <li key={key} className="flex min-h-6 items-center gap-1.5 text-meta">
            <SliceDot at={at} />
            <span className="text-text2">{label}</span>
            <span className="num text-text3">
              <PrivacyMask>{formatPercent(language, percent, 'plain')}</PrivacyMask>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The words beside it say the same; in private mode it is one grey, as what is large in it is nobody's business. */
function Bar({ parts }: { parts: readonly NamedPart[] }) {
  const { hidesAmounts } = useUi()
  if (hidesAmounts) return <div aria-hidden className="mt-1 h-3 rounded-pill bg-s3" />
  return (
    <div aria-hidden className="mt-1 flex h-3 gap-0.5 overflow-hidden rounded-pill">
      {parts.map(({ key, value }, at) => (
        <span key={key} className="min-w-1" style={{ flexGrow: Number(value), background: seriesColour(at) }} />
      ))}
    </div>
  )
}
