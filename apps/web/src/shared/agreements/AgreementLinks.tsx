import type { agreements } from '@rueda/contract/agreements.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import { ListRow } from '@rueda/ui/lists/ListRow.tsx'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { hrefTo } from '../pages/go.ts'
import { useText } from '../text/text.ts'

/** The documents in force, each with the way to its text. */
export function AgreementLinks({ heads }: Readonly<{ heads: DataOf<typeof agreements.list> }>) {
  const t = useText('agreements')
  return heads.map(({ kind, version, since, title }) => (
    <ListRow
      key={kind}
      label={title}
      detail={t('version', { version: String(version), date: formatDate(since) })}
      href={hrefTo('pages/setting/agreements', { kind, version: String(version) })}
    />
  ))
}
