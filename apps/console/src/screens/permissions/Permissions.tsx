import { type ListedPermission, permissionReviews } from '@rueda/contract/admin/permissions.ts'
import { codeOfPermission, permissionCodes } from '@rueda/contract/codes.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../app/api.ts'
import { Choice } from '../../app/Choice.tsx'
import { Drawer } from '../../app/Drawer.tsx'
import { moment } from '../../app/moments.ts'
import { Page } from '../../app/Page.tsx'
import { Payload } from '../../app/Payload.tsx'
import { RowList } from '../../app/RowList.tsx'
import type { Column } from '../../app/Table.tsx'
import { useHashValue } from '../../app/use-hash.ts'
import { say } from '../../app/words.ts'
import { SavedViews } from '../../shared/views/SavedViews.tsx'
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

/** Permissions beyond the usual and their applications, by state; an open permission can be taken back. */
export function Permissions() {
  const [asked, setStatus] = useHashValue('status')
  const status = permissionCodes.find((each) => String(each) === asked) ?? codeOfPermission.open
  const list = useQuery({ ...read(permissionReviews.list, { status, pageSize: 100 }, { live: true }), select: (page) => page.list })
  return (
    <Page title={say('nav.permissions')}>
      <SavedViews screen="permissions" />
      <Choice
        label={say('cases.state')}
        hidesLabel
        options={permissionCodes.map((each) => `${each}` as const)}
        value={`${status}`}
        onChange={setStatus}
        nameOf={(each) => say(`permissions.status.${each}`)}
      />
      <RowList
        label={say('nav.permissions')}
        query={list}
        columns={columns}
        idOf={idOf}
        drawer={({ row, close }) => (row === null ? null : <PermissionDrawer row={row} onClose={close} />)}
      />
    </Page>
  )
}

const PermissionDrawer = ({ row, onClose }: Readonly<{ row: ListedPermission; onClose: () => void }>) => (
  <Drawer title={`${say(`permissions.type.${row.type}`)} · ${row.accountId}`} onClose={onClose}>
    <Payload value={{ [say('cases.state')]: say(`permissions.status.${row.status}`), [say('permissions.reason')]: row.reason }} />
    {row.status === codeOfPermission.open ? <Revoke permission={row} onDone={onClose} /> : null}
  </Drawer>
)
