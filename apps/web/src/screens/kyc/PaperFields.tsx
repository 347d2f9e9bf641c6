import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { DateField } from '@rueda/ui/fields/DateField.tsx'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { Form } from '../../shared/forms/Form.tsx'
import { useText } from '../../shared/text/text.ts'
import { type PaperField, problems } from './draft.ts'
import type { IdentityFormState } from './use-identity-form.ts'

const MAX_NAME = 50
const MAX_NUMBER = 30
/** Two lines of 44 with a break and a space to spare. */
const MAX_ZONE = 100

/** The first step: what the paper says, to be compared with its pictures. */
export function PaperFields({ form }: Readonly<{ form: IdentityFormState }>) {
  const t = useText('kyc')
  const common = useText('common')
  const { type, data, change } = form
  const errorOf = (field: PaperField): string | null => {
    const found = data.fault(field, problems)
    if (found === null) return null
    const empty = found === 'missing' ? emptyWord(field, type) : null
    return empty === null ? t(`problem.${found}`) : common(empty)
  }
  const props = (field: PaperField) => ({
    ...data.field(field),
    onChange: (value: string) => change({ [field]: value }),
    error: errorOf(field),
  })
  return (
    <Form className="gap-3" onSend={form.next}>
      <Card>
        <p className="pb-3 text-label font-normal text-text2">{t('data.why')}</p>
        <TextField label={t('firstName')} autoComplete="given-name" most={MAX_NAME} {...props('firstName')} />
        <TextField label={t('lastName')} autoComplete="family-name" most={MAX_NAME} {...props('lastName')} />
        <TextField
          label={t(type === 'passport' ? 'passportNumber' : 'idNumber')}
          autoComplete="off"
          most={MAX_NUMBER}
          {...props('number')}
          onChange={(value) => change({ number: value.toUpperCase() })}
        />
        <DateField label={t('birthDate')} autoComplete="bday" {...props('birthDate')} />
        {type === 'passport' ? (
          <TextField
            label={t('zone')}
            helper={t('zone.helper')}
            lines={3}
            most={MAX_ZONE}
            {...props('mrz')}
            onChange={(value) => change({ mrz: value.toUpperCase() })}
          />
        ) : null}
      </Card>
      <Button type="submit" size="large" wide>
        {t('continue')}
      </Button>
    </Form>
  )
}

/** The text for an empty field, by its name; null for dates and the zone of a passport, which have the general one. */
function emptyWord(field: PaperField, type: IdentityFormState['type']) {
  if (field === 'firstName' || field === 'lastName') return `empty.${field}` as const
  if (field === 'number') return type === 'passport' ? ('empty.passportNumber' as const) : ('empty.idNumber' as const)
  return null
}
