import { type Approval, approvals } from '@rueda/contract/admin/approvals.ts'
import { allStaffEndpoints } from '@rueda/contract/admin/contract.ts'
import { Button } from '@rueda/ui/Button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, read } from '../../app/api.ts'
import { Drawer } from '../../app/Drawer.tsx'
import { moment } from '../../app/moments.ts'
import { Page } from '../../app/Page.tsx'
import { Payload } from '../../app/Payload.tsx'
import { RowList } from '../../app/RowList.tsx'
import type { Column } from '../../app/Table.tsx'
import { useAct } from '../../app/use-act.ts'
import { WhyFields, noReason, whyOf } from '../../app/WhyFields.tsx'
import { say } from '../../app/words.ts'

const columns: readonly Column<Approval>[] = [
  { label: say('audit.power'), show: ({ power }) => power },
  { label: say('audit.customer'), show: ({ accountId }) => accountId ?? '—' },
  { label: say('approvals.maker'), show: ({ makerName }) => makerName },
  { label: say('approvals.made'), show: ({ madeTimestamp }) => moment(madeTimestamp) },
  { label: say('approvals.expires'), show: ({ expireTimestamp }) => moment(expireTimestamp) },
]

/** What waits for a second person. */
export function Approvals() {
  const waiting = useQuery(read(approvals.list, {}, { live: true }))
  return (
    <Page title={say('nav.approvals')}>
      <RowList
        label={say('nav.approvals')}
        query={waiting}
        empty={say('approvals.none')}
        columns={columns}
        idOf={({ id }) => id}
        drawer={({ row, close }) =>
          row === null ? null : (
            <Drawer title={row.power} onClose={close}>
              <Decision approval={row} onDone={close} />
            </Drawer>
          )
        }
      />
    </Page>
  )
}

/** Approving is asking for exactly the same; refusing says why. */
function Decision({ approval, onDone }: Readonly<{ approval: Approval; onDone: () => void }>) {
  const [why, setWhy] = useState(noReason)
  const { busy, act } = useAct()
  const endpoint = allStaffEndpoints().find(({ path, method }) => path === approval.path && method === 'POST')
  const approve = async (): Promise<void> => {
    if (endpoint === undefined) return
    const done = await act(
      () => call(endpoint, approval.payload),
      () => say('two.done'),
    )
    if (done) onDone()
  }
  const refuse = async (): Promise<void> => {
    const done = await act(
      () => call(approvals.refuse, { id: approval.id, ...whyOf(why) }),
      () => say('approvals.refused'),
    )
    if (done) onDone()
  }
  return (
    <>
      <p className="text-row">{say('approvals.asked', { name: approval.makerName })}</p>
      <Payload value={approval.payload} />
      <WhyFields value={why} onChange={setWhy} />
      {approval.canApprove === 1 ? null : <p className="text-meta text-text3">{say('approvals.notYou')}</p>}
      <div className="flex gap-2">
        <Button busy={busy} disabled={approval.canApprove === 0} onPress={() => void approve()}>
          {say('approvals.approve')}
        </Button>
        <Button tone="secondary" busy={busy} disabled={why.reason === null} onPress={() => void refuse()}>
          {say('approvals.refuse')}
        </Button>
      </div>
    </>
  )
}
