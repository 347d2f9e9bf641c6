import { accounts } from '@rueda/contract/admin/accounts.ts'
import { type WaitingApproval, approvals } from '@rueda/contract/admin/approvals.ts'
import { allStaffEndpoints } from '@rueda/contract/admin/contract.ts'
import { loanDesk } from '@rueda/contract/admin/loans.ts'
import { withdrawalReviews } from '@rueda/contract/admin/withdrawals.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { useLastShown } from '@rueda/ui/sheets/use-last-shown.ts'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { may, usePowers } from '../../app/session.ts'
import { Drawer } from '../../app/Drawer.tsx'
import { Key } from '../../app/Key.tsx'
import { moment } from '../../app/moments.ts'
import { useAct } from '../../app/use-act.ts'
import { type WhyDraft, WhyFields, noReason, whyOf } from '../../app/WhyFields.tsx'
import { say } from '../../app/words.ts'
import { Unmasked } from '../../shared/accounts/Unmasked.tsx'
import { FactList } from '../../shared/cases/CaseParts.tsx'
import { DecisionKeys } from '../../shared/cases/DecisionKeys.tsx'
import { whenAlone } from '../../shared/changes/when-alone.ts'
import { saidOf } from './said.ts'

/** One request, in words: its maker, its content and its reason, and the reader's possible answers. */
export function OpenApproval({ row, onClose }: Readonly<{ row: WaitingApproval | null; onClose: () => void }>) {
  const shown = useLastShown(row)
  if (shown === null) return null
  const { power, payload, makerName, madeTimestamp, expireTimestamp, aloneTimestamp, accountId } = shown
  const why = whyIn(payload)
  const said = saidOf(shown).facts
  const customer = say('audit.customer')
  // Some requests name their customer themselves.
  const isSaid = said.some((fact) => fact?.label === customer)
  return (
    <Drawer title={say(`power.${power}`)} onClose={onClose}>
      <p className="text-row">{say('approvals.asked', { name: makerName })}</p>
      <div className="wrap-anywhere whitespace-pre-line">
        <FactList
          facts={[
            accountId === null || isSaid ? null : { label: customer, value: accountId },
            ...said,
            { label: say('why.reason'), value: why.reason === null ? null : say(`reason.${why.reason}`) },
            why.note === '' ? null : { label: say('approvals.noteOf', { name: makerName }), value: why.note },
            { label: say('approvals.made'), value: moment(madeTimestamp) },
            { label: say('approvals.expires'), value: moment(expireTimestamp) },
            aloneTimestamp === null ? null : { label: say('approvals.aloneFrom'), value: moment(aloneTimestamp) },
          ]}
        />
      </div>
      {row === null ? <InlineMessage tone="info" title={say('approvals.gone')} /> : null}
      <DecisionKeys isHeld={row === null}>
        <div className="flex flex-col gap-4">
          <Approving approval={shown} isThere={row !== null} why={why} onDone={onClose} />
          {row === null ? null : <Refusing approval={shown} onDone={onClose} />}
        </div>
      </DecisionKeys>
    </Drawer>
  )
}

const whyIn = (payload: WaitingApproval['payload']): WhyDraft => {
  const { reason, note = '' } = payload as Readonly<{ reason?: NonNullable<WhyDraft['reason']>; note?: string }>
  return { reason: reason ?? null, note }
}

type ApprovingProps = Readonly<{ approval: WaitingApproval; isThere: boolean; why: WhyDraft; onDone: () => void }>

/** Approves by sending exactly the same request. A case is decided where all of it is seen, and an unmasking is seen by its approver. */
function Approving({ approval, isThere, why, onDone }: ApprovingProps) {
  const { busy, act } = useAct()
  const { path, about, accountId, canApprove, payload } = approval
  const endpoint = allStaffEndpoints().find((each) => each.path === path && each.method === 'POST')
  if (path === accounts.unmask.path && accountId !== null && canApprove === 1) {
    return <Unmasked accountId={accountId} why={why} mayAsk={isThere} />
  }
  if (!isThere || endpoint === undefined) return null
  if ((path === withdrawalReviews.approve.path || path === loanDesk.approve.path) && about === null) return null
  if (about?.kind === 'case') {
    return (
      <>
        <p className="text-label text-text2">{say('approvals.decidedThere')}</p>
        <a
          data-key="a"
          href={`#/cases?kind=${about.queue}&open=${about.caseId}`}
          className="inline-flex min-h-11 items-center gap-2 text-row text-accent"
        >
          {say('approvals.openCase')} <Key>a</Key>
        </a>
      </>
    )
  }
  const approve = async (): Promise<void> => {
    const done = await act(
      () => call(endpoint, payload),
      () => say('two.done'),
    )
    if (done) onDone()
  }
  return (
    <div data-key="a">
      <Button busy={busy} disabled={canApprove === 0} onPress={() => void approve()}>
        {say('approvals.approve')} <Key>a</Key>
      </Button>
    </div>
  )
}

type RefusingProps = Readonly<{ approval: WaitingApproval; onDone: () => void }>

/** Refuses with a reason; the maker takes the request back the same way. A case is refused where it is decided. */
function Refusing({ approval: { id, about, aloneTimestamp, expireTimestamp, ...approval }, onDone }: RefusingProps) {
  const canApprove = approval.canApprove === 1
  const powers = usePowers()
  const [why, setWhy] = useState(noReason)
  const { busy, act } = useAct()
  if (!may(powers, 'approvals.refuse') || (about?.kind === 'case' && canApprove)) return null
  const refuse = async (): Promise<void> => {
    const done = await act(
      () => call(approvals.refuse, { id, ...whyOf(why) }),
      () => say('approvals.refused'),
    )
    if (done) onDone()
  }
  return (
    <section aria-label={say('approvals.refuse')} data-key="r" className="flex flex-col gap-3 border-t border-line pt-4">
      {canApprove ? null : (
        <p className="text-meta text-text3">
          {aloneTimestamp === null ? say('approvals.notYou') : whenAlone({ aloneTimestamp, expireTimestamp })}
        </p>
      )}
      <WhyFields numbered value={why} onChange={setWhy} />
      <div data-next>
        <Button tone="secondary" busy={busy} disabled={why.reason === null} onPress={() => void refuse()}>
          {say(canApprove ? 'approvals.refuse' : 'approvals.takeBack')} <Key>r</Key>
        </Button>
      </div>
    </section>
  )
}
