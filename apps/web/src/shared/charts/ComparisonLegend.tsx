import { classes } from '@rueda/ui/look/classes.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { directionOfPercent, formatPercent } from '@rueda/ui/formats/format.ts'
import { toneText } from '@rueda/ui/look/tone.ts'
import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useInstrumentName } from '../quotes/instrument-name.ts'
import { useText } from '../text/text.ts'
import { type Compared, uncompare } from './chart-comparisons.ts'
import { writePoints } from './comparison.ts'
import { OWN_LOOK, otherLook } from './comparison-look.ts'
import { Swatch } from './StudyLegend.tsx'
import type { LineLook } from './study-look.ts'
import type { Comparison } from './use-comparison.ts'

type ComparisonLegendProps = Readonly<{ quote: Quote; comparison: Comparison; at: number }>

/** What each line of a comparison is, with its percent at one bar; those compared are taken off by a press. */
export function ComparisonLegend({ quote, comparison: { bars, lines }, at }: ComparisonLegendProps) {
  const c = useText('charts')
  const nameOf = useInstrumentName()
  return (
    <ul aria-label={c('compare')} className="scrollbar-none relative z-20 -mx-edge flex flex-none gap-2 overflow-x-auto px-edge py-[5px]">
      <li className={classes(SHAPE, 'border border-line')}>
        <Line look={OWN_LOOK} code={quote.stock_code} name={nameOf(quote)} percent={bars[at]?.close ?? null} />
      </li>
      {lines.map(({ compared, line }, order) => (
        <li key={compared.code} className="flex-none">
          <Removable quote={quote} compared={compared}>
            <Line look={otherLook(order)} code={compared.stock_code} name={nameOf(compared)} percent={writePoints(line[at])} />
          </Removable>
        </li>
      ))}
    </ul>
  )
}

const SHAPE =
  'num inline-flex min-h-[34px] flex-none items-center gap-1.5 rounded-pill px-[11px] text-meta font-medium whitespace-nowrap text-text2'

function Removable({ quote, compared, children }: Readonly<{ quote: Quote; compared: Compared; children: ReactNode }>) {
  const c = useText('charts')
  const name = useInstrumentName()(compared)
  return (
    <button
      type="button"
      title={c('remove', { name })}
      onClick={() => uncompare(quote.code, compared.code)}
      className={classes('hit bg-s2', SHAPE)}
    >
      {children}
      <X aria-hidden size={14} className="flex-none text-text3" />
      <span className="sr-only">{c('remove', { name })}</span>
    </button>
  )
}

type LineProps = Readonly<{ look: LineLook; code: string; name: string; percent: string | null }>

/** On a telephone by its code: of several names only the beginning would be seen. */
function Line({ look, code, name, percent }: LineProps) {
  const { language } = useUi()
  return (
    <>
      <Swatch look={look} />
      <span aria-hidden className="min-[600px]:hidden">
        {code}
      </span>
      <span className="max-w-28 truncate max-[599px]:sr-only">{name}</span>
      <span className={classes('min-w-[7ch] text-right', percent === null ? 'text-text3' : toneText[directionOfPercent(percent)])}>
        {percent === null ? UNKNOWN : formatPercent(language, percent)}
      </span>
    </>
  )
}

const UNKNOWN = '—'
