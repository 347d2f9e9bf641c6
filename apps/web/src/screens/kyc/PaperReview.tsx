import { reference } from '@rueda/contract/reference.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { FormError } from '../../shared/failures/FormError.tsx'
import type { IdentityFormState } from './use-identity-form.ts'

/** The last step: everything once more, then it is sent. */
export function PaperReview({ form }: Readonly<{ form: IdentityFormState }>) {
  const t = useText('kyc')
  const { offline, text } = useUi()
  const areas = useQuery(query(reference.areas, {}))
  const { type, country, photos, pending, error } = form
  const draft = form.data.values
  const count = photos.back === null ? 1 : 2
  return (
    <>
      <FormError error={error} />
      <Card>
        <Facts
          rows={[
            { label: t('document'), value: t(type) },
            { label: t('country'), value: areas.data?.find(({ code }) => code === country)?.name ?? country },
            { label: t('firstName'), value: draft.firstName },
            { label: t('lastName'), value: draft.lastName },
            { label: t(type === 'passport' ? 'passportNumber' : 'idNumber'), value: draft.number },
            { label: t('birthDate'), value: formatDate(draft.birthDate) },
            { label: t('photos'), value: t('photos.count', { count, num: String(count) }) },
          ]}
        />
      </Card>
      <p className="text-label font-normal text-text2">{t('send.consent')}</p>
      <div className="grid grid-cols-[auto_1fr] gap-2.5">
        <Button tone="secondary" size="large" disabled={pending} onPress={() => form.back('photos')}>
          {t('back.step')}
        </Button>
        <Button size="large" wide busy={pending} disabled={offline} onPress={form.send}>
          {offline ? text.offline : t('send')}
        </Button>
      </div>
    </>
  )
}
