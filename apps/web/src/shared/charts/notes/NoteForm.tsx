import { withoutInvisible } from '@rueda/contract/invisible-characters.ts'
import { type WrittenNote, writtenNote } from '@rueda/contract/note-forms.ts'
import { type ChartNote, notes } from '@rueda/contract/notes.ts'
import type { KlineBar, Quote } from '@rueda/contract/quote-shapes.ts'
import { MAX_NOTE_LENGTH } from '@rueda/rules/notes/note.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { AmountInput } from '@rueda/ui/fields/AmountInput.tsx'
import { RangeField } from '@rueda/ui/fields/RangeField.tsx'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { finish } from '@rueda/ui/fields/typing.ts'
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
import { barHolding } from '../chart-marks.ts'
import { lastPointed } from '../pointed-bar.ts'
import { usePeriodSeries } from '../use-chart-series.ts'

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
  const beginning = beginningOf(quote, bars, note)
  const form = useSchemaForm<WrittenNote>(writtenNote, beginning)
  const saving = useCall(notes.save)
  const { moment, price: typed, isPriceTyped } = form.values
  const held = barHolding(bars, moment)
  const price = isPriceTyped ? typed : closeOr(bars, held, typed)
  const move = (at: number) => {
    // A price that nobody has chosen goes along with its bar.
    const goesAlong = !isPriceTyped || (held !== null && price === bars[held]?.close)
    const own = note === undefined ? null : barHolding(bars, note.noteTimestamp)
    const there = note !== undefined && at === own ? note.noteTimestamp : (bars[at]?.timestamp ?? moment)
    form.change({ moment: there, isPriceTyped: !goesAlong, price: goesAlong ? closeOr(bars, at, price) : price })
  }
  const field = form.field('text')
  const save = async (right: WrittenNote) => {
    const saved = await saving.run({
      ...(note === undefined ? {} : { id: note.id }),
      stockCode: quote.stock_code,
      market: marketOf(quote.market),
      timestamp: right.moment,
      price: price === '' ? closeOr(bars, held, beginning.price) : finish(price),
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
      <BarChoice quote={quote} bars={bars} moment={moment} onChoose={move} />
      <AmountInput
        {...form.field('price')}
        value={price}
        onChange={(changed) => form.change({ price: changed, isPriceTyped: true })}
        label={c('notes.price')}
        decimals={quote.decimals}
      />
      <SubmitButton busy={saving.pending}>{common('act.save')}</SubmitButton>
      {note === undefined ? null : <DeleteNote note={note} onDone={onDone} />}
      <Button tone="ghost" wide onPress={onDone}>
        {common('act.cancel')}
      </Button>
    </Form>
  )
}

/** A kept note as it is; a new one at the bar that was last pointed at, or at the last one. */
function beginningOf({ code }: Quote, bars: readonly KlineBar[], note: ChartNote | undefined): WrittenNote {
  if (note !== undefined) return { text: note.text, moment: note.noteTimestamp, price: note.price, isPriceTyped: true }
  const pointed = lastPointed(code)
  const bar = (pointed === null ? bars.at(-1) : bars[barHolding(bars, pointed) ?? 0]) ?? null
  return { text: '', moment: bar?.timestamp ?? 0, price: bar?.close ?? '', isPriceTyped: false }
}

/** The close of a bar; `otherwise` where the chart does not show it, or has not loaded it yet. */
const closeOr = (bars: readonly KlineBar[], at: number | null, otherwise: string): string =>
  (at === null ? undefined : bars[at]?.close) ?? otherwise

type BarChoiceProps = Readonly<{ quote: Quote; bars: readonly KlineBar[]; moment: number; onChoose: (at: number) => void }>

/** The bar of the moment; a moment before all bars of the chosen range is said itself, and stays until another bar is chosen. */
function BarChoice({ quote, bars, moment, onChoose }: BarChoiceProps) {
  const c = useText('charts')
  const { language } = useUi()
  const { period } = useChartChoices()
  const zone = usePeriodSeries(quote).kline?.tz
  const held = barHolding(bars, moment)
  const bar = held === null ? undefined : bars[held]
  const write = writeTime(period, zone)
  const said = bar === undefined ? write(moment) : `${write(bar.timestamp)} · ${formatPrice(language, bar.close, quote.decimals)}`
  return (
    <RangeField label={c('notes.bar')} least={0} most={Math.max(0, bars.length - 1)} value={held ?? 0} said={said} onChange={onChoose} />
  )
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
