import type { DerivationLine } from '@rueda/contract/derivation.ts'
import { formatMoney, formatNumber, formatPercent, formatPrice, formatQuantity } from '@rueda/ui/formats/format.ts'
import { formatSeconds } from '@rueda/ui/formats/dates.ts'
import type { Language } from '@rueda/ui/formats/languages.ts'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { SkeletonRows } from '@rueda/ui/loading/Skeleton.tsx'
import { PrivacyMask } from '@rueda/ui/money/PrivacyMask.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { whyFailed } from '../failures/why-failed.ts'
import { useText } from '../text/text.ts'
import type { DerivationRead } from './derivation-read.ts'
import { useSubject } from './subject.tsx'
import { type FigureNode, treeOf } from './tree.ts'

/** How a figure came about: the figure as it was at its moment, and below it the lines that it is made of, each of which opens its own. */
export function Derivation({ read }: Readonly<{ read: DerivationRead }>) {
  const derived = useQuery({ ...read, staleTime: 0, gcTime: 0 })
  const t = useText('figures')
  return (
    <Loaded query={derived} reason={whyFailed} skeleton={<SkeletonRows rows={3} height={30} />}>
      {({ lines, asOfTimestamp }) => {
        const tree = treeOf(lines)
        return tree === null ? null : (
          <section aria-label={t('title')} className="w-full pt-1 pb-2">
            <Whole node={tree} />
            <Parts parts={tree.parts} />
            <p className="pt-2 text-meta text-text3">{t('asOf', { time: formatSeconds(asOfTimestamp) })}</p>
          </section>
        )
      }}
    </Loaded>
  )
}

function Whole({ node: { line } }: Readonly<{ node: FigureNode }>) {
  return (
    <p className="flex items-baseline justify-between gap-4 border-b border-line pb-2 text-label font-semibold">
      <span className="min-w-0">
        <Label line={line} />
      </span>
      <Value line={line} />
    </p>
  )
}

const Parts = ({ parts }: Pick<FigureNode, 'parts'>) => (
  <ul>
    {parts.map((node, at) => (
      <li key={at}>
        <PartLine node={node} isFirst={at === 0} />
      </li>
    ))}
  </ul>
)

function PartLine({ node, isFirst }: Readonly<{ node: FigureNode; isFirst: boolean }>) {
  const { line, parts } = node
  if (parts.length === 0) {
    return (
      <div className={ROW}>
        <Line line={line} isFirst={isFirst} />
      </div>
    )
  }
  return (
    <details>
      <summary className={`${ROW} cursor-pointer list-none`}>
        <Line line={line} isFirst={isFirst} />
        <ChevronDown aria-hidden size={14} className="flex-none text-text3 [[open]>summary>&]:rotate-180" />
      </summary>
      <div className="ml-[7px] border-l border-line pl-3">
        <Parts parts={parts} />
      </div>
    </details>
  )
}

const ROW = 'flex min-h-11 items-center gap-2 text-label'

function Line({ line, isFirst }: Readonly<{ line: DerivationLine; isFirst: boolean }>) {
  return (
    <>
      {/* The first of several parts that are added needs no sign. */}
      <span className="num w-3 flex-none text-center text-text3">{isFirst && line.sign === 'plus' ? '' : signs[line.sign]}</span>
      <span className="min-w-0 flex-1 font-normal text-text2">
        <Label line={line} />
      </span>
      <Value line={line} />
    </>
  )
}

const signs = { plus: '+', minus: '−', times: '×', over: '÷' } as const

function Label({ line: { name, about } }: Readonly<{ line: DerivationLine }>) {
  const t = useText('figures')
  const { text, href } = useSubject(about)
  const named =
    text === null ? null : href === null ? (
      text
    ) : (
      <a href={href} className="text-accent">
        {text}
      </a>
    )
  if (named === null) return <>{t(`of.${name}`)}</>
  return (
    <>
      {t(`of.${name}`)} · {named}
    </>
  )
}

function Value({ line }: Readonly<{ line: DerivationLine }>) {
  const { language } = useUi()
  const shown = <span className="num whitespace-nowrap">{valueText(language, line)}</span>
  // A price and a rate are the market's; everything else is the account's own.
  return line.unit === 'price' || line.unit === 'number' ? shown : <PrivacyMask>{shown}</PrivacyMask>
}

const MIN_PRICE_DECIMALS = 2

function valueText(language: Language, { value, unit, currency }: DerivationLine): string {
  switch (unit) {
    case 'money':
      return formatMoney(language, value, currency ?? 'USD')
    case 'price':
      return formatPrice(language, value, Math.max(MIN_PRICE_DECIMALS, decimalsOf(value)))
    case 'quantity':
      return formatQuantity(language, value)
    case 'percent':
      return formatPercent(language, value, 'plain')
    case 'number':
      return formatNumber(language, value, { most: 8 })
  }
}

const decimalsOf = (value: string): number => value.split('.')[1]?.length ?? 0
