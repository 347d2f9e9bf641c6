import { type ListedPermission, permissionReviews } from '@rueda/contract/admin/permissions.ts'
import { codeOfPermission, permissionCodes } from '@rueda/contract/codes.ts'
import { Chip, ChipRow } from '@rueda/ui/Chip.tsx'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../app/api.ts'
import { Drawer } from '../../app/Drawer.tsx'
import { moment } from '../../app/moments.ts'
import { Page, Panel } from '../../app/Page.tsx'
import { Payload } from '../../app/Payload.tsx'
import { type Column, LoadedBlock, Table } from '../../app/Table.tsx'
import { useHashValue } from '../../app/use-hash.ts'
import { say } from '../../app/words.ts'
import { Revoke } from './Revoke.tsx'

const idOf = ({ accountId, type }: ListedPermission): string => `${accountId}:${type}`
const momentOr = (at: number | null) => <span className="num">{at === null ? '—' : moment(at)}</span>

const columns: readonly Column<ListedPermission>[] = [
  { label: say('audit.customer'), show: ({ accountId }) => <span className="num">{accountId}</span> },
  { label: say('permissions.kind'), show: ({ type }) => say(`permissions.type.${type}`) },
  { label: say('permissions.applied'), show: ({ applyTimestamp }) => momentOr(applyTimestamp) },
  { label: say('permissions.decided'), show: ({ decideTimestamp }) => momentOr(decideTimestamp) },
  { label: say('permissions.lowSince'), show: ({ lowSinceTimestamp }) => momentOr(lowSinceTimestamp) },
  { label: say('permissions.reason'), show: ({ reason }) => reason ?? '—' },
]

/** Who may do more than the usual, and whose application is where; what is open can be taken back. */
export function Permissions() {
  const [asked, setStatus] = useHashValue('status')
  const status = permissionCodes.find((each) => String(each) === asked) ?? codeOfPermission.open
  const list = useQuery(read(permissionReviews.list, { status, pageSize: 100 }, { live: true }))
  const [openId, open] = useHashValue('open')
  const chosen = list.data?.list.find((row) => idOf(row) === openId) ?? null
  return (
    <Page title={say('nav.permissions')}>
      <ChipRow label={say('cases.state')}>
        {permissionCodes.map((each) => (
          <Chip key={each} selected={each === status} onPress={() => setStatus(String(each))}>
            {say(`permissions.status.${each}`)}
          </Chip>
        ))}
      </ChipRow>
      <Panel>
        <LoadedBlock query={list} isEmpty={(page) => page.list.length === 0}>
          {(page) => (
            <Table
              label={say('nav.permissions')}
              rows={page.list}
              columns={columns}
              idOf={idOf}
              chosen={openId}
              onChoose={(row) => open(idOf(row))}
            />
          )}
        </LoadedBlock>
      </Panel>
      {chosen === null ? null : (
        <Drawer title={`${say(`permissions.type.${chosen.type}`)} · ${chosen.accountId}`} onClose={() => open(null)}>
          <Payload
            value={{ [say('cases.state')]: say(`permissions.status.${chosen.status}`), [say('permissions.reason')]: chosen.reason }}
          />
          {chosen.status === codeOfPermission.open ? <Revoke permission={chosen} onDone={() => open(null)} /> : null}
        </Drawer>
      )}
    </Page>
  )
}
