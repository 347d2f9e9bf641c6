import type { StaffDataOf } from '@rueda/contract/admin/endpoint.ts'
import type { loanDesk } from '@rueda/contract/admin/loans.ts'
import type { Loan } from '@rueda/contract/loans.ts'
import { formatScaled, parseScaled } from '@rueda/rules/decimal.ts'
import { customerText } from '../../app/customer-text.ts'
import { money } from '../../app/figures.ts'
import { moment } from '../../app/moments.ts'
import { say } from '../../app/words.ts'
import { Evidence, type Fact, FactList, Others, Postings, RiskFlags, SignIns } from '../../shared/cases/CaseParts.tsx'
import { type SeenFacts, seenOf } from '../../shared/cases/changes.ts'

export type OpenedLoan = StaffDataOf<typeof loanDesk.open>

/** "0.0004" as "0.04 %". */
export const rate = (share: string): string => `${formatScaled((parseScaled(share) ?? 0n) * 100n, 2)} %`

/** All the evidence for a decision about a loan. */
export function LoanEvidence({ evidence }: Readonly<{ evidence: OpenedLoan }>) {
  const { loan, findings, schedule, others, signIns, postings } = evidence
  return (
    <>
      <LoanHead loan={loan} />
      <RiskFlags
        title={say('loan.findings')}
        none={say('loan.noFindings')}
        flags={findings.map((flag) => ({ flag, name: say(`loan.riskFlag.${flag}`) }))}
      />
      <Evidence title={say('loan.collateral')}>
        <FactList facts={coverFacts(evidence)} />
      </Evidence>
      <Evidence title={say('case.names')}>
        <FactList facts={personFacts(evidence)} />
      </Evidence>
      <Evidence title={say('loan.schedule')}>
        <FactList facts={schedule.map(({ date, debt }) => ({ label: date, value: money(debt, loan.currency) }))} />
      </Evidence>
      <Postings postings={postings} />
      <SignIns signIns={signIns} />
      <Others
        title={say('loan.others')}
        none={say('loan.noOthers')}
        rows={others.map((other) => ({
          id: other.id,
          what: `${money(other.amount, other.currency)} · ${customerText('loans', `stage.${other.stage}`)}`,
          at: other.createTimeTimestamp,
        }))}
      />
    </>
  )
}

export const LoanHead = ({ loan }: Readonly<{ loan: Loan }>) => (
  <div>
    <p className="num text-total">{money(loan.amount, loan.currency)}</p>
    <p className="num text-label text-text2">
      {say('loan.term', { days: loan.termDays, rate: rate(loan.dailyRate), apr: rate(loan.apr) })} · {loan.loanNo}
    </p>
  </div>
)

const coverFacts = ({ loan, coverNow, isCovered }: OpenedLoan): readonly (Fact | null)[] => [
  ...loan.collateral.map(({ name, quantity, value }) => ({
    label: name,
    value: value === null ? quantity : `${quantity} · ${money(value, loan.currency)}`,
  })),
  { label: say('loan.covers'), value: coverNow === null ? '—' : money(coverNow, loan.currency), alarming: isCovered === 0 },
  { label: say('loan.ltv'), value: loan.ltv === null ? '—' : `${loan.ltv} %` },
]

const personFacts = ({ person, openedTimestamp, loan: { purpose } }: OpenedLoan): readonly (Fact | null)[] => [
  { label: say('case.person'), value: person ?? say('case.nobodyChecked'), alarming: person === null },
  { label: say('loan.opened'), value: moment(openedTimestamp) },
  purpose === null ? null : { label: say('loan.purpose'), value: purpose },
]

/** Returns the facts a decision rests on, so that a later change of one can be shown. */
export function factsOfLoan(evidence: OpenedLoan): SeenFacts {
  const { loan, findings, others, signIns, waiting } = evidence
  const [newest] = signIns
  return seenOf([
    { label: say('cases.state'), value: customerText('loans', `stage.${loan.stage}`) },
    { label: say('loan.findings'), value: findings.map((riskFlag) => say(`loan.riskFlag.${riskFlag}`)).join(' · ') },
    ...personFacts(evidence),
    { label: say('loan.covers'), value: say(evidence.isCovered === 1 ? 'app.yes' : 'app.no') },
    { label: say('approvals.maker'), value: waiting?.makerName },
    { label: say('loan.others'), value: others.length },
    { label: say('case.signIns'), value: newest === undefined ? null : `${newest.device} · ${moment(newest.timestamp)}` },
  ])
}
