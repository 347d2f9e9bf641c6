import type { ChartNote } from '@rueda/contract/notes.ts'
import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { formatDate, formatDateTime } from '@rueda/ui/formats/dates.ts'
import { formatPrice } from '@rueda/ui/formats/format.ts'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { Pencil, StickyNote } from 'lucide-react'
import { useState } from 'react'
import { whyFailed } from '../../failures/why-failed.ts'
import { hrefTo, useReturn } from '../../pages/go.ts'
import { useSignedIn } from '../../security/session.ts'
import { useText } from '../../text/text.ts'
import { useChartChoices } from '../chart-choices.ts'
import { hasDailyBars } from '../chart-periods.ts'
import { usePeriodSeries } from '../use-chart-series.ts'
import { NoteForm } from './NoteForm.tsx'
import { useNotes } from './use-notes.ts'

type ChartNotesProps = Readonly<{ quote: Quote }>

/** The reader's notes on a chart in words, and the form for one. */
export function ChartNotes({ quote }: ChartNotesProps) {
  const c = useText('charts')
  const common = useText('common')
  const here = useReturn()
  const signedIn = useSignedIn()
  if (signedIn) return <OwnNotes quote={quote} />
  return (
    <EmptyState
      icon={StickyNote}
      text={c('notes.guest')}
      action={<Button href={hrefTo('pages/auth/login', { return: here })}>{common('act.login')}</Button>}
    />
  )
}

function OwnNotes({ quote }: ChartNotesProps) {
  const c = useText('charts')
  const read = useNotes(quote)
  const { bars, kline } = usePeriodSeries(quote)
  const [edited, edit] = useState<ChartNote | 'new' | null>(null)
  if (edited !== null)
    return (
      <NoteForm
        key={edited === 'new' ? edited : edited.id}
        quote={quote}
        bars={bars}
        note={edited === 'new' ? undefined : edited}
        onDone={() => edit(null)}
      />
    )
  return (
    <div className="flex flex-col gap-3 pt-1">
      <Button tone="secondary" wide disabled={bars.length === 0} onPress={() => edit('new')}>
        {c('notes.add')}
      </Button>
      <Loaded
        query={read}
        reason={whyFailed}
        isEmpty={({ list }) => list.length === 0}
        empty={<EmptyState icon={StickyNote} text={c('notes.none')} />}
      >
        {({ list }) => (
          <ul aria-label={c('notes')} className="divide-y divide-line">
            {list.toReversed().map((note) => (
              <NoteRow key={note.id} quote={quote} note={note} zone={kline?.tz} onEdit={() => edit(note)} />
            ))}
          </ul>
        )}
      </Loaded>
    </div>
  )
}

type NoteRowProps = ChartNotesProps & Readonly<{ note: ChartNote; zone: string | undefined; onEdit: () => void }>

function NoteRow({ quote, note, zone, onEdit }: NoteRowProps) {
  const c = useText('charts')
  const { language } = useUi()
  const daily = useChartChoices(({ period }) => hasDailyBars(period))
  const when = daily ? formatDate(note.noteTimestamp, zone) : formatDateTime(note.noteTimestamp)
  return (
    <li>
      <button type="button" title={c('notes.edit')} onClick={onEdit} className="flex min-h-14 w-full items-start gap-3 py-2.5 text-left">
        <span className="min-w-0 flex-1">
          <span className="block text-row break-words">{note.text}</span>
          <span className="num block text-meta font-normal text-text3">{`${when} · ${formatPrice(language, note.price, quote.decimals)}`}</span>
        </span>
        <Pencil aria-hidden size={16} className="mt-1 flex-none text-text3" />
      </button>
    </li>
  )
}
