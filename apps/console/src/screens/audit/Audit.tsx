import { type AuditRow, audit } from '@rueda/contract/admin/audit.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { useQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { useState } from 'react'
import { DataTable, FunctionField, List, TextField, usePermissions } from 'react-admin'
import type { StaffRole } from '@rueda/rules/staff/roles.ts'
import { call, read } from '../../app/api.ts'
import { may } from '../../app/auth-provider.ts'
import { Drawer } from '../../app/Drawer.tsx'
import { ExportForm } from '../../app/ExportForm.tsx'
import { moment } from '../../app/moments.ts'
import { Page, Panel } from '../../app/Page.tsx'
import { Payload } from '../../app/Payload.tsx'
import { say } from '../../app/words.ts'
import { StaffAlerts } from './StaffAlerts.tsx'

type Row = AuditRow & Readonly<{ id: number }>

/** Acts of staff, chained so that a change to one shows; nothing here can be edited. */
export function Audit() {
  const { permissions = [] } = usePermissions<StaffRole[]>()
  const [row, setRow] = useState<Row | null>(null)
  const [isExporting, setExporting] = useState(false)
  return (
    <Page
      title={say('nav.audit')}
      action={
        <div className="flex items-center gap-3">
          <Verify />
          {may(permissions, 'audit.export') ? (
            <Button tone="secondary" onPress={() => setExporting(true)}>
              {say('ledger.export')}
            </Button>
          ) : null}
        </div>
      }
    >
      {isExporting ? (
        <Drawer title={say('ledger.export')} onClose={() => setExporting(false)}>
          <ExportForm how={say('audit.exportHow')} take={(why) => call(audit.export, why)} onDone={() => setExporting(false)} />
        </Drawer>
      ) : null}
      <StaffAlerts />
      <Panel>
        <List
          resource="audit"
          actions={false}
          title=" "
          exporter={false}
          perPage={25}
          disableSyncWithLocation
          empty={<EmptyState icon={Inbox} text={say('app.empty')} />}
          sx={{ '& .RaList-content': { boxShadow: 'none' } }}
        >
          <DataTable
            bulkActionButtons={false}
            size="small"
            rowClick={(_id, _resource, record) => {
              setRow(record as Row)
              return false
            }}
          >
            <DataTable.Col source="sequence" label="#" disableSort />
            <DataTable.Col label={say('audit.when')} disableSort>
              <FunctionField<Row> render={({ timestamp }) => <span className="num">{moment(timestamp)}</span>} />
            </DataTable.Col>
            <DataTable.Col source="staffName" label={say('audit.who')} disableSort />
            <DataTable.Col label={say('audit.role')} disableSort>
              <FunctionField<Row> render={({ role }) => say(`role.${role}`)} />
            </DataTable.Col>
            <DataTable.Col label={say('audit.power')} disableSort>
              <FunctionField<Row> render={({ power }) => say(`power.${power}`)} />
            </DataTable.Col>
            <DataTable.Col label={say('audit.customer')} disableSort>
              <TextField source="accountId" emptyText="—" />
            </DataTable.Col>
            <DataTable.Col label={say('why.reason')} disableSort>
              <FunctionField<Row> render={({ reason }) => say(`reason.${reason}`)} />
            </DataTable.Col>
          </DataTable>
        </List>
      </Panel>
      {row === null ? null : (
        <Drawer title={`#${row.sequence} · ${say(`power.${row.power}`)}`} onClose={() => setRow(null)}>
          <Payload
            value={{
              [say('audit.who')]: row.staffName,
              [say('audit.role')]: say(`role.${row.role}`),
              [say('audit.customer')]: row.accountId,
              [say('audit.subject')]: row.subject,
              [say('why.reason')]: say(`reason.${row.reason}`),
              [say('why.note')]: row.note,
              [say('audit.before')]: row.before,
              [say('audit.after')]: row.after,
              [say('audit.address')]: row.address,
              [say('audit.request')]: row.requestId,
              [say('audit.hash')]: row.hash,
            }}
          />
        </Drawer>
      )}
    </Page>
  )
}

/** Recomputes the chain and compares it with the anchors outside of the database. */
function Verify() {
  const [asked, setAsked] = useState(false)
  const check = useQuery({ ...read(audit.verify, {}), enabled: asked })
  const again = (): void => {
    setAsked(true)
    if (asked) void check.refetch()
  }
  const { data } = check
  return (
    <div className="flex items-center gap-3">
      {data === undefined ? null : (
        <InlineMessage tone={data.broken === null ? 'up' : 'danger'}>
          {data.broken === null
            ? say('audit.whole', { rows: data.rows, anchors: data.anchors })
            : say('audit.broken', { sequence: data.broken.sequence, fault: data.broken.fault })}
        </InlineMessage>
      )}
      <Button tone="secondary" busy={check.isFetching} onPress={again}>
        {say('audit.verify')}
      </Button>
    </div>
  )
}
