import { CopyValue } from '@rueda/ui/actions/CopyValue.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Skeleton } from '@rueda/ui/loading/Skeleton.tsx'
import { formatDateTime } from '@rueda/ui/formats/dates.ts'
import { formatQuantity } from '@rueda/ui/formats/format.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { useEffect, useState } from 'react'
import { useText } from '../../shared/text/text.ts'
import { type FoundStart, newestStart } from '../../shared/trust/newest-start.ts'

/** The settings that the server says it runs under, as it said them in its own log at its last start. */
export function Levers() {
  const t = useText('trust')
  const { language } = useUi()
  const [read, setRead] = useState(0)
  const [start, setStart] = useState<FoundStart | null>(null)
  useEffect(() => {
    let isShown = true
    const tell = (entries: number) => (isShown ? setRead(entries) : undefined)
    newestStart(tell).then(
      (each) => (isShown ? setStart(each) : undefined),
      () => (isShown ? setStart({ kind: 'unanswered' }) : undefined),
    )
    return () => {
      isShown = false
    }
  }, [])
  const number = (value: number): string => formatQuantity(language, String(value))
  return (
    <Card title={t('levers')}>
      <p className="pb-2 text-label font-normal text-text2">{t('levers.text')}</p>
      {start === null ? (
        <>
          {read === 0 ? null : <p className="num pb-2 text-meta text-text3">{t('levers.reading', { num: number(read) })}</p>}
          <Skeleton height={160} />
        </>
      ) : start.kind === 'found' ? (
        <Said start={start} />
      ) : (
        <InlineMessage tone="info">
          {start.kind === 'none' ? t('levers.none', { num: number(start.read) }) : t('levers.unanswered')}
        </InlineMessage>
      )}
    </Card>
  )
}

/** Settings that have words of their own; another one is shown by its name. */
const known = ['MARKET', 'SIM_CLOCK', 'SIM_ALWAYS_OPEN', 'KYC_FOR_TRADING', 'REVIEW_SECONDS', 'BEACON', 'DRAW_BEACON_URL'] as const
const isKnown = (name: string): name is (typeof known)[number] => known.some((each) => each === name)

function Said({ start: { start, entry, size } }: Readonly<{ start: Extract<FoundStart, { kind: 'found' }> }>) {
  const t = useText('trust')
  const { language } = useUi()
  const { version, engine, settings, closedDays, isSeedSet, scenario, at } = start
  const number = (value: number): string => formatQuantity(language, String(value))
  return (
    <>
      <Facts
        rows={[
          { label: t('lever.at'), value: formatDateTime(at) },
          { label: t('lever.version'), value: version },
          { label: t('lever.engine'), value: <CopyValue value={engine} label={t('lever.engine')} /> },
          ...Object.entries(settings).map(([name, value]) => ({
            label: isKnown(name) ? t(`lever.${name}`) : name,
            value: <Setting name={name} value={value} />,
          })),
          { label: t('lever.seed'), value: t(isSeedSet ? 'lever.set' : 'lever.notSet'), tone: isSeedSet ? 'warn' : undefined },
          {
            label: t('lever.scenario'),
            value: scenario === null ? t('lever.none') : <CopyValue value={scenario} label={t('lever.scenario')} />,
          },
          { label: t('lever.closed'), value: number(closedDays.length) },
        ]}
      />
      {isSeedSet ? <p className="pt-2 text-meta text-warn">{t('lever.seedNote')}</p> : null}
      <p className="num pt-2 text-meta text-text3">{t('levers.from', { entry: number(entry), size: number(size) })}</p>
    </>
  )
}

/** A setting as the log has it: text, or JSON, which is said in words as far as there are any. */
function Setting({ name: setting, value }: Readonly<{ name: string; value: string }>) {
  const t = useText('trust')
  if (setting === 'KYC_FOR_TRADING') return t(value === 'true' ? 'lever.needed' : 'lever.notNeeded')
  if (value === 'true' || value === 'false') return t(value === 'true' ? 'lever.set' : 'lever.notSet')
  const { kind, factor, ...more } = fieldsOf(value) ?? {}
  const said = saidKinds.find((each) => each === kind)
  if (said === undefined) return <span className="break-words">{value || '—'}</span>
  const rest = Object.entries(more).filter(([, part]) => part !== null)
  const shown = rest.map(([name, part]) => (name === 'at' || name.endsWith('At') ? formatDateTime(Number(part)) : String(part)))
  const words = said === 'scaled' && factor === 1 ? 'own' : said
  return (
    <span className="break-words">
      {[t(`lever.says.${words}`, { factor: typeof factor === 'number' ? String(factor) : '' }), ...shown].join(' · ')}
    </span>
  )
}

/** Kinds of market and of clock. */
const saidKinds = ['sim', 'replay', 'real', 'scaled', 'fixed'] as const

function fieldsOf(value: string): Readonly<Record<string, unknown>> | null {
  try {
    const parsed: unknown = JSON.parse(value)
    return typeof parsed === 'object' ? (parsed as Readonly<Record<string, unknown>> | null) : null
  } catch {
    return null
  }
}
