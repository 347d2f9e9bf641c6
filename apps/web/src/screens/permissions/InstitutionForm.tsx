import { Button } from '@rueda/ui/actions/Button.tsx'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { FileText } from 'lucide-react'
import { z } from 'zod'
import { useSchemaForm } from '../../shared/forms/use-schema-form.ts'
import { Form } from '../../shared/forms/Form.tsx'
import { Failure } from '../../shared/failures/Failure.tsx'
import { PhotoUpload } from '../../shared/pictures/PhotoUpload.tsx'
import { useText } from '../../shared/text/text.ts'
import type { ApplyForm } from './Apply.tsx'

const MAX_NAME = 80
const MAX_NUMBER = 40

const filled = z.string().trim().min(1)
const institution = z.object({ name: filled, number: filled, document: z.string().nullable() })

/** The facts of an institution that a person reads: its name, its number, and the register's extract if there is one. */
export function InstitutionForm({ busy, error, onSend }: ApplyForm) {
  const t = useText('permissions')
  const form = useSchemaForm(institution, { name: '', number: '', document: null })
  const send = () =>
    form.send(({ name, number, document }) =>
      onSend({ institutionName: name, registrationNumber: number, ...(document === null ? {} : { document }) }),
    )
  return (
    <Form className="gap-4" onSend={send}>
      <TextField {...form.field('name')} label={t('institution.name')} most={MAX_NAME} autoComplete="organization" />
      <TextField {...form.field('number')} label={t('institution.number')} most={MAX_NUMBER} />
      <PhotoUpload
        label={t('institution.document')}
        shape="page"
        example={<FileText aria-hidden size={40} strokeWidth={1.25} className="text-text3" />}
        hint={t('institution.hint')}
        onChange={(document) => form.change({ document })}
      />
      <Failure error={error} />
      <Button type="submit" size="large" wide busy={busy} disabled={!form.isWhole}>
        {t('apply')}
      </Button>
    </Form>
  )
}
