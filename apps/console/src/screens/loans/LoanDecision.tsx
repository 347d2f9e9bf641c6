import { loanDesk } from '@rueda/contract/admin/loans.ts'
import type { StaffEndpoint } from '@rueda/contract/admin/endpoint.ts'
import { loanReasons } from '@rueda/rules/loans/loan.ts'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { useQuery } from '@tanstack/react-query'
import { call, read } from '../../app/api.ts'
import { moment } from '../../app/moments.ts'
import { useRoles } from '../../app/session.ts'
import { type WhyDraft, whyOf } from '../../app/WhyFields.tsx'
import { say } from '../../app/words.ts'
import { DecisionForm } from '../../shared/cases/DecisionForm.tsx'
import type { DecisionProps } from '../../shared/cases/decisions.ts'
import { OpenedCase } from '../../shared/cases/OpenedCase.tsx'
import { LoanEvidence, type OpenedLoan, factsOfLoan } from './LoanEvidence.tsx'

/** An application for a loan: what the rules found, what covers it, and the persons who have to agree. Auditors read along. */
export function LoanDecision({ row, isMine, onDone }: DecisionProps) {
  const roles = useRoles()
  const { accountId, subjectId: loanId } = row
  const mayLook = isMine || roles.includes('auditor')
  const opened = useQuery({ ...read(loanDesk.open, { accountId, loanId, reason: 'review' }, { once: true }), enabled: mayLook })
  return (
    <OpenedCase
      opened={opened}
      mayLook={mayLook}
      facts={factsOfLoan}
      evidence={(evidence) => <LoanEvidence evidence={evidence} />}
      decision={(evidence) => (isMine ? <Decide id={row.id} evidence={evidence} onDone={onDone} /> : null)}
    />
  )
}

type DecideProps = Readonly<{ id: string; evidence: OpenedLoan; onDone: () => void }>

/** Pays it out, by one person or two; the second sends exactly what the first did, whose reason stands. */
function Decide({ id, evidence, onDone }: DecideProps) {
  const { waiting, isCovered } = evidence
  const approve = async (why: WhyDraft): Promise<string> => {
    const asked = waiting === null ? { id, ...whyOf(why) } : waiting.payload
    const { state } = (await call(loanDesk.approve as StaffEndpoint, asked)) as Readonly<{ state: 'waiting' | 'done' }>
    return say(state === 'waiting' ? 'two.waiting' : 'two.done')
  }
  return (
    <DecisionForm
      feature="loans"
      prefix="reason"
      reasons={loanReasons}
      approve={say(waiting === null ? 'loan.approve' : 'loan.approveSecond')}
      refuse={say('loan.refuse')}
      mayApprove={isCovered === 1 && (waiting === null || waiting.canApprove === 1)}
      decide={async (decision, { code, why }) => {
        if (decision === 'approve' || code === null) return approve(why)
        await call(loanDesk.refuse, { id, reasonCode: code, ...whyOf(why) })
        return say('loan.refused')
      }}
      onDone={onDone}
    >
      {isCovered === 1 ? null : <InlineMessage tone="danger">{say('loan.notCovered')}</InlineMessage>}
      <Persons evidence={evidence} />
    </DecisionForm>
  )
}

/** Persons who have asked for it, and those who still have to. */
function Persons({ evidence: { approvalsNeeded, waiting } }: Pick<DecideProps, 'evidence'>) {
  if (approvalsNeeded === 1) return <p className="text-label text-text2">{say('loan.one')}</p>
  return (
    <ol className="flex list-inside list-decimal flex-col gap-1 rounded-control bg-s2 p-3 text-label">
      <li>
        {waiting === null ? say('loan.firstOpen') : say('loan.first', { name: waiting.makerName, when: moment(waiting.madeTimestamp) })}
      </li>
      <li>{waiting === null ? say('loan.secondOpen') : say('loan.second', { name: waiting.makerName })}</li>
    </ol>
  )
}
