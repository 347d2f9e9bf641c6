import { withoutInvisible } from '@rueda/contract/invisible-characters.ts'
import { namedList } from '@rueda/contract/watchlist-forms.ts'
import { MAX_LIST_NAME } from '@rueda/rules/watchlist/lists.ts'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { FormError } from '../failures/FormError.tsx'
import { failureAt } from '../failures/failure-at.ts'
import { Form } from '../forms/Form.tsx'
import { SubmitButton } from '../forms/SubmitButton.tsx'
import { useSchemaForm } from '../forms/use-schema-form.ts'
import type { ApiError } from '../server/api-error.ts'
import { useText } from '../text/text.ts'

type ListNameFormProps = Readonly<{
  name: string
  confirm: string
  error: ApiError | null
  busy: boolean
  onSave: (name: string) => void
}>

/** The name of a list, for a new one and for one that gets another. */
export function ListNameForm({ name, confirm, error, busy, onSave }: ListNameFormProps) {
  const t = useText('quotes')
  const form = useSchemaForm(namedList, { name })
  const { at, above } = failureAt(error, { name: ['watchlist.name_taken'] })
  const field = form.field('name')
  return (
    <Form className="gap-3" onSend={() => form.send((right) => onSave(right.name))}>
      <FormError error={above} />
      <TextField
        {...field}
        autoFocus
        label={t('lists.name')}
        onChange={(typed) => field.onChange(withoutInvisible(typed))}
        most={MAX_LIST_NAME}
        autoComplete="off"
        error={form.isWrong('name') ? t('lists.name.empty') : form.refused('name', at.name)}
      />
      <SubmitButton busy={busy}>{confirm}</SubmitButton>
    </Form>
  )
}
