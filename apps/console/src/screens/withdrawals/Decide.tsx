import type { StaffEndpoint } from '@rueda/contract/admin/endpoint.ts'
import { integrity } from '@rueda/contract/admin/integrity.ts'
import { withdrawalReviews } from '@rueda/contract/admin/withdrawals.ts'
import { withdrawalReasons } from '@rueda/rules/withdrawals/withdrawal.ts'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { useQuery } from '@tanstack/react-query'
import { call, read } from '../../app/api.ts'
import { moment } from '../../app/moments.ts'
import { type WhyDraft, whyOf } from '../../app/WhyFields.tsx'
import { holdWords } from '../../shared/integrity/hold.ts'
import { say } from '../../app/words.ts'
import { DecisionForm } from '../../shared/cases/DecisionForm.tsx'
import type { Opened } from './WithdrawalEvidence.tsx'

type DecideProps = Readonly<{ id: string; evidence: Opened; onDone: () => void }>

/** Releases a withdrawal, by one person or two; the second sends exactly what the first did, whose reason stands. */
export function Decide({ id, evidence, onDone }: DecideProps) {
  const { waiting } = evidence
  const approve = async (why: WhyDraft): Promise<string> => {
    const asked = waiting === null ? { id, ...whyOf(why) } : waiting.payload
    const { state } = (await call(withdrawalReviews.approve as StaffEndpoint, asked)) as Readonly<{ state: 'waiting' | 'done' }>
    return say(state === 'waiting' ? 'two.waiting' : 'two.done')
  }
  return (
    <DecisionForm
      feature="withdrawals"
      prefix="reason"
      reasons={withdrawalReasons}
      approve={say(waiting === null ? 'withdrawal.approve' : 'withdrawal.approveSecond')}
      refuse={say('withdrawal.refuse')}
      mayApprove={waiting === null || waiting.canApprove === 1}
      decide={async (decision, { code, why }) => {
        if (decision === 'approve' || code === null) return approve(why)
        await call(withdrawalReviews.refuse, { id, reasonCode: code, ...whyOf(why) })
        return say('withdrawal.refused')
      }}
      onDone={onDone}
    >
      <RedBooks />
      <Persons evidence={evidence} />
    </DecisionForm>
  )
}

/** Persons who have asked for it, and those who still have to. */
function Persons({ evidence: { approvalsNeeded, waiting } }: Pick<DecideProps, 'evidence'>) {
  if (approvalsNeeded === 1) return <p className="text-label text-text2">{say('withdrawal.one')}</p>
  return (
    <ol className="flex list-inside list-decimal flex-col gap-1 rounded-control bg-s2 p-3 text-label">
      <li>
        {waiting === null
          ? say('withdrawal.firstOpen')
          : say('withdrawal.first', { name: waiting.makerName, when: moment(waiting.madeTimestamp) })}
      </li>
      <li>{waiting === null ? say('withdrawal.secondOpen') : say('withdrawal.second', { name: waiting.makerName })}</li>
    </ol>
  )
}

/** Says that no money leaves while the ledger is not in order, whoever approves it. */
function RedBooks() {
  const books = useQuery(read(integrity.latest, {}, { live: true }))
  const hold = books.data?.payoutHold ?? null
  if (hold === null) return null
  return (
    <InlineMessage tone="danger" title={holdWords(hold)}>
      <a href="#/integrity" className="text-accent">
        {say('nav.integrity')}
      </a>
    </InlineMessage>
  )
}
