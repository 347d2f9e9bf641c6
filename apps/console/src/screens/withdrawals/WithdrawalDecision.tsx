import { withdrawalReviews } from '@rueda/contract/admin/withdrawals.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../app/api.ts'
import { useRoles } from '../../app/session.ts'
import type { DecisionProps } from '../../shared/cases/decisions.ts'
import { OpenedCase } from '../../shared/cases/OpenedCase.tsx'
import { Decide } from './Decide.tsx'
import { WithdrawalEvidence, factsOfWithdrawal } from './WithdrawalEvidence.tsx'

/** A requested withdrawal: the findings of the rules, its destination, and the persons who have to agree. Auditors read along. */
export function WithdrawalDecision({ row, isMine, onDone }: DecisionProps) {
  const roles = useRoles()
  const { accountId, subjectId: withdrawalId } = row
  const mayLook = isMine || roles.includes('auditor')
  const opened = useQuery({
    ...read(withdrawalReviews.open, { accountId, withdrawalId, reason: 'review' }, { once: true }),
    enabled: mayLook,
  })
  return (
    <OpenedCase
      opened={opened}
      mayLook={mayLook}
      facts={factsOfWithdrawal}
      evidence={(evidence) => <WithdrawalEvidence evidence={evidence} />}
      decision={(evidence) => (isMine ? <Decide id={row.id} evidence={evidence} onDone={onDone} /> : null)}
    />
  )
}
