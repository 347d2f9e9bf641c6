import type { RecordCard } from '@rueda/contract/support.ts'
import { StatusPill } from '@rueda/ui/pills/Pill.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDateTime } from '@rueda/ui/formats/dates.ts'
import { formatMoney, formatQuantity } from '@rueda/ui/formats/format.ts'
import { ArrowDownToLine, ArrowUpFromLine, ClipboardList } from 'lucide-react'
import { hrefTo } from '../pages/go.ts'
import { useText } from '../text/text.ts'
import { useRecordStatus } from './record-look.ts'

const icons = { order: ClipboardList, deposit: ArrowDownToLine, withdrawal: ArrowUpFromLine } as const

const pages = { order: 'pages/order/detail', deposit: 'pages/deposit/record', withdrawal: 'pages/withdraw/record' } as const

/** In the conversation it leads to the record itself. */
export const RecordLink = ({ record }: Readonly<{ record: RecordCard }>) => (
  <a href={hrefTo(pages[record.kind], { id: record.ref.slice(record.kind.length + 1) })} className="rounded-control active:opacity-80">
    <RecordTile record={record} />
  </a>
)

/** One of the customer's records beside a message: its kind, its amount and its state. */
export function RecordTile({ record }: Readonly<{ record: RecordCard }>) {
  const t = useText('support')
  const { language } = useUi()
  const status = useRecordStatus(record)
  const { kind, number, subject, amount, currency, createTimestamp } = record
  const Icon = icons[kind]
  const much = currency === null ? formatQuantity(language, amount) : formatMoney(language, amount, currency)
  return (
    <div className="flex min-w-0 items-start gap-2.5 rounded-control border border-line bg-s1 px-3 py-2.5 text-left text-text1">
      <Icon aria-hidden size={20} strokeWidth={1.75} className="mt-0.5 flex-none text-text3" />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
          <span className="text-label font-semibold">{t(`topic.${kind}`)}</span>
          <StatusPill status={status} />
        </div>
        <p className="num text-label font-normal break-words">
          {much} · {subject}
        </p>
        <p className="num text-micro font-normal break-words text-text3">
          {number} · {formatDateTime(createTimestamp)}
        </p>
      </div>
    </div>
  )
}
