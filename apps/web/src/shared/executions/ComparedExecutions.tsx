import type { ComparedExecution, OwnExecution } from '@rueda/exchange/reruns/own-order.ts'
import { formatScaled } from '@rueda/rules/decimal.ts'
import { formatQuantity } from '@rueda/ui/formats/format.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatSeconds } from '@rueda/ui/formats/dates.ts'
import { useText } from '../text/text.ts'

const MAX_SHOWN = 5
const SECOND_MS = 1_000
const MS_DIGITS = 3
const rows = ['price', 'quantity', 'at', 'resting'] as const
const sources = ['shown', 'taped', 'rerun'] as const
type Source = (typeof sources)[number]

/** Executions side by side: what the account shows, what the tape has, and what this device's engine gave. Those that differ come first. */
export function ComparedExecutions({ executions }: Readonly<{ executions: readonly ComparedExecution[] }>) {
  const t = useText('executions')
  const told = sources.filter((source) => executions.some((each) => each[source] !== null))
  const inOrder = executions.map((each, place) => ({ each, place }))
  const differs = ({ each }: (typeof inOrder)[number]): boolean => each.fromTape !== null || each.fromRerun !== null
  const shown = [...inOrder.filter(differs), ...inOrder.filter((one) => !differs(one))].slice(0, MAX_SHOWN)
  const more = executions.length - shown.length
  return (
    <>
      {shown.map(({ each, place }) => (
        <Execution key={place} executions={each} told={told} caption={t('part', { num: place + 1, total: executions.length })} />
      ))}
      {more > 0 ? <p className="num text-meta text-text2">{t('more', { num: more })}</p> : null}
    </>
  )
}

type ExecutionProps = Readonly<{ executions: ComparedExecution; told: readonly Source[]; caption: string }>

function Execution({ executions, told, caption }: ExecutionProps) {
  const t = useText('executions')
  const write = useWriting()
  return (
    <table className="num w-full text-meta">
      <caption className="pb-1 text-left text-label font-semibold">{caption}</caption>
      <thead className="text-text3">
        <tr>
          <td />
          {told.map((source) => (
            <th key={source} scope="col" className="py-1 pl-2 text-right align-bottom font-normal">
              {t(`from.${source}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const values = told.map((source) => executions[source]?.[row] ?? null)
          const isSame = values.every((value) => value === values[0])
          return (
            <tr key={row} className={isSame ? undefined : 'font-semibold text-danger'}>
              <th scope="row" className="py-1 text-left font-normal text-text3">
                {t(`row.${row}`)}
              </th>
              {told.map((source) => (
                <td key={source} className="py-1 pl-2 text-right">
                  {write(executions[source], row)}
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function useWriting(): (execution: OwnExecution | null, row: (typeof rows)[number]) => string {
  const t = useText('executions')
  const { language } = useUi()
  return (execution, row) => {
    if (execution === null) return '—'
    if (row === 'at') return `${formatSeconds(execution.at)}.${String(execution.at % SECOND_MS).padStart(MS_DIGITS, '0')}`
    if (row === 'resting') return t(execution.resting ? 'resting.yes' : 'resting.no')
    return formatQuantity(language, formatScaled(execution[row]))
  }
}
