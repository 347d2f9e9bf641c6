import { Button } from '@rueda/ui/actions/Button.tsx'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { Failure } from '../../shared/failures/Failure.tsx'
import { PhotoUpload } from '../../shared/pictures/PhotoUpload.tsx'
import { useText } from '../../shared/text/text.ts'
import type { ApplyForm } from './Apply.tsx'

const MAX_NAME = 80
const MAX_NUMBER = 40

/** What a person reads of an institution: its name, its number, and the register's extract if there is one. */
export function InstitutionForm({ busy, error, onSend }: ApplyForm) {
  const t = useText('permissions')
  const [name, setName] = useState('')
  const [number, setNumber] = useState('')
  const [document, setDocument] = useState<string | null>(null)
  const isWhole = name.trim() !== '' && number.trim() !== ''
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (isWhole) onSend({ institutionName: name.trim(), registrationNumber: number.trim(), ...(document === null ? {} : { document }) })
      }}
    >
      <TextField label={t('institution.name')} value={name} onChange={setName} most={MAX_NAME} autoComplete="organization" />
      <TextField label={t('institution.number')} value={number} onChange={setNumber} most={MAX_NUMBER} />
      <PhotoUpload
        label={t('institution.document')}
        shape="page"
        example={<FileText aria-hidden size={40} strokeWidth={1.25} className="text-text3" />}
        hint={t('institution.hint')}
        onChange={setDocument}
      />
      <Failure error={error} />
      <Button type="submit" size="large" wide busy={busy} disabled={!isWhole}>
        {t('apply')}
      </Button>
    </form>
  )
}
