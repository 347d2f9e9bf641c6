import { type Alert, alerts } from '@rueda/contract/alerts.ts'
import { AmountInput, type AmountInputProps } from '@rueda/ui/fields/AmountInput.tsx'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Chip, ChipRow } from '@rueda/ui/choices/Chip.tsx'
import { ListRow } from '@rueda/ui/lists/ListRow.tsx'
import { SegmentedControl } from '@rueda/ui/choices/SegmentedControl.tsx'
import { Switch } from '@rueda/ui/fields/Switch.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatPrice } from '@rueda/ui/formats/format.ts'
import { toast } from '@rueda/ui/messages/toast.ts'
import { Form } from '../forms/Form.tsx'
import { useSchemaForm } from '../forms/use-schema-form.ts'
import { useFailureText } from '../failures/use-failure-text.ts'
import { useSayFailure } from '../failures/use-say-failure.ts'
import { useCall } from '../server/api.ts'
import { useText } from '../text/text.ts'
import {
  type AlertDraft,
  type AlertSubject,
  decimalsOfLevel,
  directions,
  draftOf,
  emptyDraft,
  groups,
  meantBy,
  wholeAlert,
} from './alert-form.ts'
import { conditionText, percentText } from './alert-words.ts'

type AlertFormProps = Readonly<{
  subject: AlertSubject
  /** The alert that is edited; a new one without. */
  alert?: Alert | undefined
  onDone: () => void
}>

/** Form for an alert on one instrument. Inside a sheet, opened from the quote's menu, or from the list for an existing alert. */
export function AlertForm({ subject, alert, onDone }: AlertFormProps) {
  const t = useText('alerts')
  const common = useText('common')
  const form = useSchemaForm<AlertDraft>(wholeAlert, alert === undefined ? emptyDraft : draftOf(alert), 'changed')
  const draft = form.values
  const saving = useCall(alerts.save)
  const change = (changes: Partial<AlertDraft>) => {
    saving.reset()
    // The level is said to be missing until anything changes.
    form.change({ level: draft.level, ...changes })
  }
  const failureText = useFailureText()
  const said = saving.error === null ? null : failureText(saving.error)
  const save = async (whole: AlertDraft) => {
    const meant = meantBy(whole, subject.price)
    if (meant === null) return
    const { stockCode, market } = subject
    const id = alert === undefined ? {} : { id: alert.id }
    const saved = await saving.run({ ...id, stockCode, market, ...meant, repeats: whole.repeats ? 1 : 0 })
    if (saved === null) return
    onDone()
    await toast(t('saved'))
  }
  const offered = groups.filter((group) => group !== 'volume' || subject.hasVolume)
  return (
    <Form className="gap-4" onSend={() => form.send(save)}>
      <SegmentedControl
        label={t('kinds')}
        options={offered.map((value) => ({ value, label: t(`kind.${value}`) }))}
        value={draft.group}
        onChange={(group) => change({ group, level: '' })}
      />
      {draft.group === 'percent' ? <Percentages draft={draft} onChange={change} /> : null}
      <LevelField
        subject={subject}
        draft={draft}
        {...form.field('level')}
        error={form.isWrong('level') ? t('level.missing') : said}
        onChange={(level) => change({ level })}
      />
      <ListRow
        label={t('repeat')}
        detail={t('repeatWhy')}
        trailing={<Switch label={t('repeat')} on={draft.repeats} onChange={(repeats) => change({ repeats })} />}
      />
      <Button type="submit" size="large" wide busy={saving.pending}>
        {common('act.save')}
      </Button>
      {alert === undefined ? null : <DeleteButton alert={alert} onDone={onDone} />}
    </Form>
  )
}

type LevelFieldProps = Pick<AmountInputProps, 'name' | 'value' | 'onChange' | 'error' | 'ref'> &
  Readonly<{ subject: AlertSubject; draft: AlertDraft }>

/** The level, and below it the alert in a sentence and the price now. */
function LevelField({ subject, draft, ...field }: LevelFieldProps) {
  const t = useText('alerts')
  const { language } = useUi()
  const meant = meantBy(draft, subject.price)
  const now = t('now', { price: formatPrice(language, subject.price, subject.decimals) })
  return (
    <AmountInput
      {...field}
      label={t(`level.${draft.group}`)}
      decimals={decimalsOfLevel(draft.group, subject)}
      suffix={draft.group === 'percent' ? '%' : undefined}
      helper={meant === null ? now : `${conditionText(t, language, meant, subject)} · ${now}`}
    />
  )
}

const PRESETS = ['1', '2', '5', '10'] as const

function Percentages({ draft, onChange }: Readonly<{ draft: AlertDraft; onChange: (changes: Partial<AlertDraft>) => void }>) {
  const t = useText('alerts')
  const { language } = useUi()
  return (
    <>
      <SegmentedControl
        label={t('direction')}
        options={directions.map((value) => ({ value, label: t(`direction.${value}`) }))}
        value={draft.direction}
        onChange={(direction) => onChange({ direction })}
      />
      <ChipRow label={t('presets')}>
        {PRESETS.map((level) => (
          <Chip key={level} selected={draft.level === level} onPress={() => onChange({ level })}>
            {percentText(language, level)}
          </Chip>
        ))}
      </ChipRow>
    </>
  )
}

function DeleteButton({ alert, onDone }: Readonly<{ alert: Alert; onDone: () => void }>) {
  const t = useText('alerts')
  const common = useText('common')
  const removing = useCall(alerts.remove, { onError: useSayFailure() })
  const remove = async () => {
    if ((await removing.run({ id: alert.id })) === null) return
    onDone()
    await toast(t('deleted'))
  }
  return (
    <Button tone="ghost" wide busy={removing.pending} onPress={() => void remove()}>
      {common('act.delete')}
    </Button>
  )
}
