import { reference } from '@rueda/contract/reference.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { ListRow } from '@rueda/ui/lists/ListRow.tsx'
import { Select } from '@rueda/ui/fields/Select.tsx'
import { useQuery } from '@tanstack/react-query'
import { BookOpen, IdCard } from 'lucide-react'
import { query } from '../../shared/server/api.ts'
import { hrefTo } from '../../shared/pages/go.ts'
import { useKept } from '../../shared/device/kept.ts'
import { useText } from '../../shared/text/text.ts'

const FIRST_COUNTRY = 'AR'

/** The choice of a paper and its country; where people have no identity card only the passport is left. */
export function DocumentChoice() {
  const t = useText('kyc')
  const areas = useQuery(query(reference.areas, {}))
  const [country, setCountry] = useKept('kyc.country', FIRST_COUNTRY)
  const kinds = areas.data?.find(({ code }) => code === country)?.idDocTypes ?? ['passport']
  return (
    <Card>
      <Select
        label={t('country')}
        options={(areas.data ?? []).map(({ code, name }) => ({ value: code, label: name, detail: code }))}
        value={country}
        onChange={setCountry}
      />
      <div className="divide-y divide-line">
        {kinds.includes('idcard') ? (
          <ListRow icon={IdCard} label={t('idcard')} detail={t('idcard.detail')} href={hrefTo('pages/kycverify/idcard', { country })} />
        ) : null}
        <ListRow
          icon={BookOpen}
          label={t('passport')}
          detail={t('passport.detail')}
          href={hrefTo('pages/kycverify/passport', { country })}
        />
      </div>
    </Card>
  )
}
