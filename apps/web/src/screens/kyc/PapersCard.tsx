import type { Identity } from '@rueda/contract/kyc.ts'
import { reference } from '@rueda/contract/reference.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { formatDateTime } from '@rueda/ui/formats/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'

/** The papers handed in, masked: nobody looking over a shoulder learns a name or a number. */
export function PapersCard({ papers }: Readonly<{ papers: NonNullable<Identity['papers']> }>) {
  const t = useText('kyc')
  const areas = useQuery(query(reference.areas, {}))
  const { type, countryCode, name, number, submitTimestamp, decideTimestamp } = papers
  const country = areas.data?.find(({ code }) => code === countryCode)?.name ?? countryCode
  return (
    <Card>
      <Facts
        rows={[
          { label: t('document'), value: t(type) },
          { label: t('country'), value: country },
          { label: t('name'), value: name },
          { label: t('number'), value: number },
          { label: t('review.sent'), value: formatDateTime(submitTimestamp) },
          decideTimestamp === null ? null : { label: t('review.result'), value: formatDateTime(decideTimestamp) },
        ]}
      />
    </Card>
  )
}
