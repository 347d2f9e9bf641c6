import { CheckField } from '@rueda/ui/fields/CheckField.tsx'
import type { SchemaForm } from '../forms/use-schema-form.ts'
import { useText } from '../text/text.ts'

type AgreeFieldProps = Readonly<{ form: Pick<SchemaForm<{ agrees: boolean }>, 'values' | 'isWrong' | 'change'> }>

/** Agrees to the documents in force; a form with it is not sent before it is ticked. */
export function AgreeField({ form }: AgreeFieldProps) {
  const t = useText('agreements')
  return (
    <CheckField
      checked={form.values.agrees}
      onChange={(agrees) => form.change({ agrees })}
      error={form.isWrong('agrees') ? t('agree.missing') : null}
    >
      {t('agree')}
    </CheckField>
  )
}
