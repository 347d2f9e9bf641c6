import { type AuditRow, audit } from '@rueda/contract/admin/audit.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, read } from '../../app/api.ts'
import { may, usePowers } from '../../app/session.ts'
import { Drawer } from '../../app/Drawer.tsx'
import { ExportForm } from '../../app/ExportForm.tsx'
import { moment } from '../../app/moments.ts'
import { Page, Panel } from '../../app/Page.tsx'
import { Pages } from '../../app/Pages.tsx'
import { Payload } from '../../app/Payload.tsx'
import { roleName } from '../../app/role-names.ts'
import { type Column, LoadedBlock, Table } from '../../app/Table.tsx'
import { say } from '../../app/words.ts'
import { StaffAlerts } from './StaffAlerts.tsx'

const PER_PAGE = 25

const columns: readonly Column<AuditRow>[] = [
  { label: '#', show: ({ sequence }) => <span className="num">{sequence}</span> },
  { label: say('audit.when'), show: ({ timestamp }) => <span className="num whitespace-nowrap">{moment(timestamp)}</span> },
  { label: say('audit.who'), show: ({ staffName }) => staffName },
  { label: say('audit.role'), show: ({ role }) => roleName(role) },
  { label: say('audit.power'), show: ({ power }) => say(`power.${power}`) },
  { label: say('audit.customer'), show: ({ accountId }) => <span className="num">{accountId ?? '—'}</span> },
  { label: say('why.reason'), show: ({ reason }) => say(`reason.${reason}`) },
]

/** Acts of staff, chained so that a change to one shows; nothing here can be edited. */
export function Audit() {
  const powers = usePowers()
  const [row, setRow] = useState<AuditRow | null>(null)
  const [pageNum, setPage] = useState(1)
  const [isExporting, setExporting] = useState(false)
  const list = useQuery({ ...read(audit.list, { pageNum, pageSize: PER_PAGE }), placeholderData: keepPreviousData })
  return (
    <Page
      title={say('nav.audit')}
      action={
        <div className="flex items-center gap-3">
          <Verify />
          {may(powers, 'audit.export') ? (
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
        <LoadedBlock query={list} isEmpty={({ total }) => total === 0}>
          {(page) => (
            <>
              <Table
                label={say('nav.audit')}
                rows={page.list}
                columns={columns}
                idOf={({ sequence }) => String(sequence)}
                chosen={row === null ? null : String(row.sequence)}
                onChoose={setRow}
              />
              <Pages pageNum={page.pageNum} pages={page.pages} total={page.total} onPage={setPage} />
            </>
          )}
        </LoadedBlock>
      </Panel>
      {row === null ? null : (
        <Drawer title={`#${row.sequence} · ${say(`power.${row.power}`)}`} onClose={() => setRow(null)}>
          <Payload
            value={{
              [say('audit.who')]: row.staffName,
              [say('audit.role')]: roleName(row.role),
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
