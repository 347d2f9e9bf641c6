import { files } from '@rueda/contract/files.ts'
import type { Identity } from '@rueda/contract/kyc.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { ListRow } from '@rueda/ui/lists/ListRow.tsx'
import { formatDateTime } from '@rueda/ui/formats/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, Landmark } from 'lucide-react'
import { query } from '../../shared/server/api.ts'
import { hrefTo } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'
import { PapersCard } from './PapersCard.tsx'

/** A passed check: what it opens, its papers, and everybody who has opened the pictures since. */
export function IdentityPassed({ identity: { papers } }: Readonly<{ identity: Identity }>) {
  const t = useText('kyc')
  const titles = useText('titles')
  return (
    <>
      <InlineMessage tone="up" title={t('passed.title')}>
        {t('passed.text')}
      </InlineMessage>
      <Card rows>
        <ListRow icon={Landmark} label={titles('cards')} href={hrefTo('pages/bcard/index')} />
        <ListRow icon={BadgeCheck} label={titles('permissions')} href={hrefTo('pages/service/permission')} />
      </Card>
      {papers === null ? null : <PapersCard papers={papers} />}
      <Openings />
    </>
  )
}

const SHOWN = 20

/** Every time somebody opened one of the pictures. */
function Openings() {
  const t = useText('kyc')
  const { data } = useQuery(query(files.openings, { pageSize: SHOWN }))
  if (data === undefined) return null
  return (
    <Card rows title={t('openings.title')}>
      {data.list.length === 0 ? (
        <p className="py-3 text-label font-normal text-text3">{t('openings.none')}</p>
      ) : (
        data.list.map(({ url, by, openTimestamp }) => (
          <ListRow
            key={`${url} ${openTimestamp}`}
            label={t(by === 'staff' ? 'openings.staff' : 'openings.owner')}
            detail={formatDateTime(openTimestamp)}
          />
        ))
      )}
    </Card>
  )
}
