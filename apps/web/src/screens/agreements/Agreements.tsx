import { agreements } from '@rueda/contract/agreements.ts'
import { agreementKinds } from '@rueda/rules/agreements/agreement.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { ListRow } from '@rueda/ui/lists/ListRow.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { formatDateTime } from '@rueda/ui/formats/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { AgreementLinks } from '../../shared/agreements/AgreementLinks.tsx'
import { useStanding } from '../../shared/agreements/agreed.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { hrefTo, useQueryOfPage } from '../../shared/pages/go.ts'
import { query } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { AcceptForm } from './AcceptForm.tsx'
import { AgreementPage } from './AgreementPage.tsx'

/** Route `pages/setting/agreements`: the documents in force and what one accepted of them, or the text of one. */
export function Agreements() {
  const { kind, version, language } = useQueryOfPage()
  const named = agreementKinds.find((each) => each === kind)
  return named === undefined ? <Overview /> : <AgreementPage kind={named} version={version} language={language} />
}

function Overview() {
  const t = useText('agreements')
  const titles = useText('titles')
  const read = useQuery(query(agreements.list, {}))
  const standing = useStanding()
  return (
    <Screen title={titles('agreements')}>
      <Loaded query={read} reason={whyFailed}>
        {(heads) => (
          <>
            <Card rows title={t('current')}>
              <AgreementLinks heads={heads} />
            </Card>
            {standing.data === undefined || standing.data.due.length === 0 ? null : <AcceptForm heads={heads} />}
          </>
        )}
      </Loaded>
      {standing.data === undefined ? null : <Accepted accepted={standing.data.accepted} />}
    </Screen>
  )
}

function Accepted({ accepted }: Pick<DataOf<typeof agreements.standing>, 'accepted'>) {
  const t = useText('agreements')
  return (
    <Card rows={accepted.length > 0} title={t('mine')}>
      {accepted.length === 0 ? <p className="text-meta text-text3">{t('none')}</p> : null}
      {accepted.map(({ kind, version, language, title, acceptTimestamp }) => (
        <ListRow
          key={`${kind} ${version}`}
          label={title}
          detail={t('accepted', { version: String(version), date: formatDateTime(acceptTimestamp) })}
          href={hrefTo('pages/setting/agreements', { kind, version: String(version), language })}
        />
      ))}
    </Card>
  )
}
