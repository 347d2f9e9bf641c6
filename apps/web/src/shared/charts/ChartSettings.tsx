import { Button } from '@rueda/ui/actions/Button.tsx'
import { Chip } from '@rueda/ui/choices/Chip.tsx'
import { Switch } from '@rueda/ui/fields/Switch.tsx'
import { marketFacts } from '@rueda/rules/markets/markets.ts'
import type { ReactNode } from 'react'
import { useText } from '../text/text.ts'
import { StudyRow } from './StudyRow.tsx'
import {
  MAX_OVERLAYS,
  choose,
  hasCompany,
  overlayKinds,
  paneKinds,
  resetStudies,
  useChartChoices,
  withOverlay,
  withPane,
  withParameter,
} from './chart-choices.ts'
import { chartIntervals } from './chart-periods.ts'
import { marketOf } from '../quotes/instrument.ts'
import { nameOf, shortName } from './studies/study.ts'

type ChartSettingsProps = Readonly<{ market: string; mostPanes: number; /** Beside a chart that fills the screen. */ full?: boolean }>

/** Everything that can be chosen for the chart beside its period: bars, studies, marks, prices. */
export default function ChartSettings({ market, mostPanes, full = false }: ChartSettingsProps) {
  const c = useText('charts')
  return (
    <div className="flex flex-col gap-5 pt-1">
      <Intervals full={full} />
      <Overlays />
      <Panes most={mostPanes} />
      <Marks market={market} />
      <Button tone="secondary" onPress={resetStudies}>
        {c('reset')}
      </Button>
    </div>
  )
}

function Section({ title, note, children }: Readonly<{ title: string; note?: string; children: ReactNode }>) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="flex items-baseline justify-between gap-3 text-label text-text1">
        {title}
        {note === undefined ? null : <span className="text-micro font-normal text-text3">{note}</span>}
      </h3>
      {children}
    </section>
  )
}

const Chips = ({ label, children }: Readonly<{ label: string; children: ReactNode }>) => (
  <div role="group" aria-label={label} className="flex flex-wrap gap-2 py-1">
    {children}
  </div>
)

function Intervals({ full }: { full: boolean }) {
  const c = useText('charts')
  const { period } = useChartChoices()
  return (
    <Section title={c('intervals')} {...(full ? {} : { note: c('intervals.note') })}>
      <Chips label={c('intervals')}>
        {chartIntervals.map((interval) => (
          <Chip key={interval} selected={period === interval} onPress={() => choose({ period: interval })}>
            {c(`interval.${interval}`)}
          </Chip>
        ))}
      </Chips>
    </Section>
  )
}

function Overlays() {
  const c = useText('charts')
  const { overlays } = useChartChoices()
  const full = overlays.length >= MAX_OVERLAYS
  return (
    <Section title={c('overlays')} note={c('overlays.note', { most: String(MAX_OVERLAYS) })}>
      {overlays.length === 0 ? null : (
        <ul className="divide-y divide-line">
          {overlays.map((study, at) => (
            <StudyRow
              key={at}
              study={study}
              order={at}
              onParameter={(parameter, value) => choose({ overlays: withParameter(overlays, at, parameter, value) })}
              onRemove={() => choose({ overlays: overlays.filter((_, other) => other !== at) })}
            />
          ))}
        </ul>
      )}
      <Chips label={c('overlays.add')}>
        {overlayKinds.map((kind) => (
          <Chip
            key={kind}
            disabled={full}
            label={c('add', { name: `${c(`study.${kind}`)} (${shortName(kind)})` })}
            onPress={() => choose({ overlays: withOverlay(overlays, kind) })}
          >
            <span aria-hidden>+ </span>
            {shortName(kind)}
          </Chip>
        ))}
      </Chips>
    </Section>
  )
}

function Panes({ most }: { most: number }) {
  const c = useText('charts')
  const panes = useChartChoices((choices) => choices.panes).slice(-most)
  const adjustable = panes.flatMap((study, at) => (study.parameters.length === 0 ? [] : [{ study, at }]))
  return (
    <Section title={c('panes')} {...(most === 1 ? { note: c('panes.note') } : {})}>
      <Chips label={c('panes')}>
        {paneKinds.map((kind) => (
          <Chip
            key={kind}
            label={`${c(`study.${kind}`)} (${shortName(kind)})`}
            selected={panes.some((study) => study.kind === kind)}
            onPress={() => choose({ panes: withPane(panes, kind, most) })}
          >
            {shortName(kind)}
          </Chip>
        ))}
      </Chips>
      {adjustable.length === 0 ? null : (
        <ul className="divide-y divide-line">
          {adjustable.map(({ study, at }) => (
            <StudyRow
              key={nameOf({ ...study, parameters: [] })}
              study={study}
              onParameter={(parameter, value) => choose({ panes: withParameter(panes, at, parameter, value) })}
            />
          ))}
        </ul>
      )}
    </Section>
  )
}

function Marks({ market }: { market: string }) {
  const c = useText('charts')
  const { showsFills, showsEvents, showsNotes, adjusts } = useChartChoices()
  const company = hasCompany(market)
  const rows = [
    {
      label: c('marks.fills'),
      on: showsFills,
      change: (on: boolean) => choose({ showsFills: on }),
      shown: marketFacts[marketOf(market)].lists !== 'values',
    },
    { label: c('marks.events'), on: showsEvents, change: (on: boolean) => choose({ showsEvents: on }), shown: company },
    { label: c('notes'), on: showsNotes, change: (on: boolean) => choose({ showsNotes: on }), shown: true },
    { label: c('adjust'), detail: c('adjust.note'), on: adjusts, change: (on: boolean) => choose({ adjusts: on }), shown: company },
  ].filter(({ shown }) => shown)
  if (rows.length === 0) return null
  return (
    <Section title={c('marks')}>
      <ul className="divide-y divide-line">
        {rows.map(({ label, detail, on, change }) => (
          <li key={label} className="flex min-h-12 items-center justify-between gap-4 py-2">
            <span className="min-w-0">
              <span className="block text-row">{label}</span>
              {detail === undefined ? null : <span className="block text-meta font-normal text-text3">{detail}</span>}
            </span>
            <Switch label={label} on={on} onChange={change} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
