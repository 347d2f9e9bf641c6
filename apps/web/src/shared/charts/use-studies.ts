import type { KlineBar } from '@rueda/contract/quote-shapes.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatCompact, formatNumber } from '@rueda/ui/formats/format.ts'
import type { Language } from '@rueda/ui/formats/languages.ts'
import { useMemo } from 'react'
import { followStudy } from './studies/follow.ts'
import { type Study, nameOf } from './studies/study.ts'
import type { DrawnStudy } from './study-drawing.ts'

type Studied = Readonly<{ bars: readonly KlineBar[]; overlays: readonly Study[]; panes: readonly Study[]; decimals: number }>

/** Values of the chosen studies for the bars; of a growing series only the last bar is computed again. */
export function useStudies({ bars, overlays, panes, decimals }: Studied): readonly DrawnStudy[] {
  const { language } = useUi()
  const followed = useMemo(
    () => [
      ...overlays.map((study) => ({ study, pane: 0, follow: followStudy(study) })),
      ...panes.map((study, at) => ({ study, pane: at + 1, follow: followStudy(study) })),
    ],
    [overlays, panes],
  )
  return useMemo(
    () =>
      followed.map(({ study, pane, follow }) => ({
        study,
        name: nameOf(study),
        pane,
        values: follow(bars),
        write: writerOf(study, language, decimals),
        writeScale: scaleWriterOf(study, language, decimals),
      })),
    [followed, bars, language, decimals],
  )
}

const INDEX_DECIMALS = 2
/** The distance of two averages is small compared with the price. */
const FINER_DECIMALS = 2

function writerOf({ kind }: Study, language: Language, decimals: number): (value: number) => string {
  if (kind === 'volume') return (value) => formatCompact(language, value.toFixed(0))
  const shown = kind === 'rsi' || kind === 'kdj' ? INDEX_DECIMALS : kind === 'macd' ? decimals + FINER_DECIMALS : decimals
  return (value) => formatNumber(language, value.toFixed(shown), { least: shown })
}

const SCALE_ENDS = [0, 100]

/** RSI and KDJ scales have whole numbers; that of the RSI has none beyond its ends. */
function scaleWriterOf(study: Study, language: Language, decimals: number): (value: number) => string {
  if (study.kind !== 'rsi' && study.kind !== 'kdj') return writerOf(study, language, decimals)
  const [least = 0, most = 0] = SCALE_ENDS
  const beyond = (value: number) => study.kind === 'rsi' && (value < least || value > most)
  return (value) => (beyond(value) ? '' : formatNumber(language, value.toFixed(0)))
}
