import type { StaffDataOf } from '@rueda/contract/admin/endpoint.ts'
import { loanDesk } from '@rueda/contract/admin/loans.ts'
import { repaymentReasons } from '@rueda/rules/loans/loan.ts'
import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { useQuery } from '@tanstack/react-query'
import { call, read } from '../../app/api.ts'
import { nameOf } from '../../app/customer-text.ts'
import { money } from '../../app/figures.ts'
import { moment } from '../../app/moments.ts'
import { useRoles } from '../../app/session.ts'
import { whyOf } from '../../app/WhyFields.tsx'
import { say } from '../../app/words.ts'
import { Evidence, type Fact, FactList, Postings, SignIns } from '../../shared/cases/CaseParts.tsx'
import { type SeenFacts, seenOf } from '../../shared/cases/changes.ts'
import { DecisionForm } from '../../shared/cases/DecisionForm.tsx'
import type { DecisionProps } from '../../shared/cases/decisions.ts'
import { OpenedCase } from '../../shared/cases/OpenedCase.tsx'
import { LoanHead } from './LoanEvidence.tsx'

type Opened = StaffDataOf<typeof loanDesk.openRepayment>

/** A payment on a loan that the rules left to staff. Auditors read along. */
export function RepaymentDecision({ row, isMine, onDone }: DecisionProps) {
  const roles = useRoles()
  const { id, accountId, subjectId: repaymentId } = row
  const mayLook = isMine || roles.includes('auditor')
  const opened = useQuery({
    ...read(loanDesk.openRepayment, { accountId, repaymentId, reason: 'review' }, { once: true }),
    enabled: mayLook,
  })
  return (
    <OpenedCase
      opened={opened}
      mayLook={mayLook}
      facts={factsOf}
      evidence={(evidence) => <RepaymentEvidence evidence={evidence} />}
      decision={() =>
        isMine ? (
          <DecisionForm
            feature="loans"
            prefix="repaymentReason"
            reasons={repaymentReasons}
            approve={say('repayment.approve')}
            refuse={say('repayment.refuse')}
            decide={async (decision, { code, why }) => {
              const isRefused = decision === 'refuse' && code !== null
              await call(loanDesk.decideRepayment, { id, ...(isRefused ? { reasonCode: code } : {}), ...whyOf(why) })
              return say(isRefused ? 'repayment.refused' : 'repayment.approved')
            }}
            onDone={onDone}
          />
        ) : null
      }
    />
  )
}

function RepaymentEvidence({ evidence }: Readonly<{ evidence: Opened }>) {
  const { loan, findings, signIns, postings, walletType } = evidence
  return (
    <>
      <LoanHead loan={loan} />
      <Evidence title={say('loan.findings')}>
        <div className="flex flex-wrap gap-2">
          {findings.map((riskFlag) => (
            <Pill key={riskFlag} tone="warn">
              {say(`repayment.riskFlag.${riskFlag}`)}
            </Pill>
          ))}
        </div>
      </Evidence>
      <FactList facts={paymentFacts(evidence)} />
      <Evidence title={say('repayment.wallet', { wallet: nameOf('common', `wallet.${walletType}`, walletType) })}>
        <FactList facts={walletFacts(evidence)} />
      </Evidence>
      <Postings postings={postings} />
      <SignIns signIns={signIns} />
    </>
  )
}

const paymentFacts = ({ amount, currency, loan, debtAfter }: Opened): readonly Fact[] => [
  { label: say('repayment.amount'), value: money(amount, currency) },
  { label: say('repayment.debt'), value: `${money(loan.totalDebt, currency)} → ${money(debtAfter, currency)}` },
]

const walletFacts = ({ wallet: { cash, hold, unsettled }, currency }: Opened): readonly Fact[] => [
  { label: say('repayment.cash'), value: money(cash, currency) },
  { label: say('repayment.hold'), value: money(hold, currency) },
  { label: say('repayment.unsettled'), value: money(unsettled, currency) },
]

function factsOf(evidence: Opened): SeenFacts {
  const { findings, signIns } = evidence
  const [newest] = signIns
  return seenOf([
    { label: say('loan.findings'), value: findings.map((riskFlag) => say(`repayment.riskFlag.${riskFlag}`)).join(' · ') },
    ...paymentFacts(evidence),
    ...walletFacts(evidence),
    { label: say('case.signIns'), value: newest === undefined ? null : `${newest.device} · ${moment(newest.timestamp)}` },
  ])
}
