import { withoutInvisible } from '@rueda/contract/invisible-characters.ts'
import { type WrittenNote, writtenNote } from '@rueda/contract/note-forms.ts'
import { type ChartNote, notes } from '@rueda/contract/notes.ts'
import type { KlineBar, Quote } from '@rueda/contract/quote-shapes.ts'
import { MAX_NOTE_LENGTH } from '@rueda/rules/notes/note.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { AmountInput } from '@rueda/ui/fields/AmountInput.tsx'
import { RangeField } from '@rueda/ui/fields/RangeField.tsx'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { formatPrice } from '@rueda/ui/formats/format.ts'
import { toast } from '@rueda/ui/messages/toast.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { FormError } from '../../failures/FormError.tsx'
import { useSayFailure } from '../../failures/use-say-failure.ts'
import { Form } from '../../forms/Form.tsx'
import { SubmitButton } from '../../forms/SubmitButton.tsx'
import { useSchemaForm } from '../../forms/use-schema-form.ts'
import { marketOf } from '../../quotes/instrument.ts'
import { useCall } from '../../server/api.ts'
import { useText } from '../../text/text.ts'
import { writeTime } from '../bar-times.ts'
import { useChartChoices } from '../chart-choices.ts'
import { lastPointed } from '../pointed-bar.ts'
import { usePeriodSeries } from '../use-chart-series.ts'
import { barOfNote } from './bar-of-note.ts'

type NoteFormProps = Readonly<{
  quote: Quote
  bars: readonly KlineBar[]
  /** The note that is changed; a new one without. */
  note?: ChartNote | undefined
  onDone: () => void
}>

/** A note's words, its bar and its price. A new one begins at the bar that was last pointed at. */
export function NoteForm({ quote, bars, note, onDone }: NoteFormProps) {
  const c = useText('charts')
  const common = useText('common')
  const form = useSchemaForm<WrittenNote>(writtenNote, beginning(quote, bars, note))
  const saving = useCall(notes.save)
  const { bar: chosen, price } = form.values
  const move = (at: number) => {
    // A price that nobody has typed goes along with its bar.
    const goesAlong = price === bars[chosen]?.close
    form.change(goesAlong ? { bar: at, price: bars[at]?.close ?? price } : { bar: at })
  }
  const field = form.field('text')
  const save = async (right: WrittenNote) => {
    const bar = bars[right.bar]
    if (bar === undefined) return
    const stays = note !== undefined && right.bar === barOfNote(bars, note.noteTimestamp)
    const saved = await saving.run({
      ...(note === undefined ? {} : { id: note.id }),
      stockCode: quote.stock_code,
      market: marketOf(quote.market),
      timestamp: stays ? note.noteTimestamp : bar.timestamp,
      price: right.price === '' ? bar.close : right.price.replace(/\.$/u, ''),
      text: right.text,
    })
    if (saved === null) return
    onDone()
    await toast(c('notes.saved'))
  }
  return (
    <Form className="gap-4 pt-1" onSend={() => form.send(save)}>
      <FormError error={saving.error} />
      <TextField
        {...field}
        autoFocus
        lines={3}
        label={c('notes.text')}
        most={MAX_NOTE_LENGTH}
        onChange={(typed) => field.onChange(withoutInvisible(typed.replaceAll('\n', ' ')))}
        error={form.isWrong('text') ? c('notes.empty') : undefined}
      />
      <BarChoice quote={quote} bars={bars} chosen={chosen} onChoose={move} />
      <AmountInput {...form.field('price')} label={c('notes.price')} decimals={quote.decimals} />
      <SubmitButton busy={saving.pending}>{common('act.save')}</SubmitButton>
      {note === undefined ? null : <DeleteNote note={note} onDone={onDone} />}
      <Button tone="ghost" wide onPress={onDone}>
        {common('act.cancel')}
      </Button>
    </Form>
  )
}

/** A kept note as it is; a new one at the bar that was last pointed at, or at the last one. */
function beginning({ code }: Quote, bars: readonly KlineBar[], note: ChartNote | undefined): WrittenNote {
  const bar = barOfNote(bars, note?.noteTimestamp ?? lastPointed(code))
  return { text: note?.text ?? '', bar, price: note?.price ?? bars[bar]?.close ?? '' }
}

type BarChoiceProps = Readonly<{ quote: Quote; bars: readonly KlineBar[]; chosen: number; onChoose: (at: number) => void }>

function BarChoice({ quote, bars, chosen, onChoose }: BarChoiceProps) {
  const c = useText('charts')
  const { language } = useUi()
  const { period } = useChartChoices()
  const zone = usePeriodSeries(quote).kline?.tz
  const bar = bars[chosen]
  const said = bar === undefined ? '' : `${writeTime(period, zone)(bar.timestamp)} · ${formatPrice(language, bar.close, quote.decimals)}`
  return <RangeField label={c('notes.bar')} least={0} most={bars.length - 1} value={chosen} said={said} onChange={onChoose} />
}

function DeleteNote({ note, onDone }: Readonly<{ note: ChartNote; onDone: () => void }>) {
  const c = useText('charts')
  const common = useText('common')
  const removing = useCall(notes.remove, { onError: useSayFailure() })
  const remove = async () => {
    if ((await removing.run({ id: note.id })) === null) return
    onDone()
    await toast(c('notes.deleted'))
  }
  return (
    <Button tone="secondary" wide busy={removing.pending} onPress={() => void remove()}>
      {common('act.delete')}
    </Button>
  )
}
