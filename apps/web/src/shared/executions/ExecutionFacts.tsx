import { formatQuantity } from '@rueda/ui/formats/format.ts'
import { type Fact, Facts } from '@rueda/ui/lists/Facts.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { useText } from '../text/text.ts'
import type { ExecutionReport } from './check-execution.ts'

/** What beside the executions was looked at: the order's receipt, the log's entry, and before the day is over its limit, numbers and quote. */
export function ExecutionFacts({ report: { receipt, early, entry } }: Readonly<{ report: ExecutionReport }>) {
  const t = useText('executions')
  const { language } = useUi()
  const number = (value: number): string => formatQuantity(language, String(value))
  const placed = { true: 'receipt.placed', false: 'receipt.notPlaced', null: 'receipt.held' } as const
  const held = receipt === null ? t('receipt.none') : t(placed[`${receipt.isPlaced}`], { number: number(receipt.number) })
  const rows: (Fact | null)[] = [
    { label: t('receipt'), value: held, tone: receipt?.isPlaced === false ? 'danger' : undefined },
    entry === null ? null : { label: t('entry'), value: number(entry) },
    ...earlyRows(),
  ]
  const quote = early?.quote ?? null
  return (
    <div>
      <Facts rows={rows} />
      {quote === null || quote.isWithin === null ? null : (
        <p className="pt-1 text-meta text-text2">{t(quote.isWithin ? 'quote.within' : 'quote.beyond')}</p>
      )}
    </div>
  )

  function earlyRows(): (Fact | null)[] {
    if (early === null) return []
    const { isWithinLimit, areNumbersInOrder, quote: told } = early
    return [
      isWithinLimit === null
        ? null
        : { label: t('limit'), value: t(isWithinLimit ? 'limit.kept' : 'limit.broken'), tone: isWithinLimit ? undefined : 'danger' },
      {
        label: t('numbers'),
        value: t(areNumbersInOrder ? 'numbers.kept' : 'numbers.broken'),
        tone: areNumbersInOrder ? undefined : 'danger',
      },
      told === null ? null : { label: t('quote'), value: `${formatQuantity(language, told.bid)} / ${formatQuantity(language, told.ask)}` },
    ]
  }
}
