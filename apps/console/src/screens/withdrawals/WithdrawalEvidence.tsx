import type { StaffDataOf } from '@rueda/contract/admin/endpoint.ts'
import type { withdrawalReviews } from '@rueda/contract/admin/withdrawals.ts'
import { Timeline, type TimelineStep } from '@rueda/ui/lists/Timeline.tsx'
import { customerText, nameOf } from '../../app/customer-text.ts'
import { money } from '../../app/figures.ts'
import { moment } from '../../app/moments.ts'
import { say } from '../../app/words.ts'
import { Evidence, type Fact, FactList, Others, Postings, RiskFlags, SignIns, nameFacts } from '../../shared/cases/CaseParts.tsx'
import { type SeenFacts, seenOf } from '../../shared/cases/changes.ts'

export type Opened = StaffDataOf<typeof withdrawalReviews.open>
type Row = Opened['withdrawal']

/** All the evidence for a decision about a withdrawal. */
export function WithdrawalEvidence({ evidence }: Readonly<{ evidence: Opened }>) {
  const { withdrawal, findings, others, signIns, postings } = evidence
  return (
    <>
      <div>
        <p className="num text-total">{money(withdrawal.amount, withdrawal.currency)}</p>
        <p className="num text-label text-text2">
          {say(withdrawal.receiveEstimated === 1 ? 'withdrawal.arrivesAbout' : 'withdrawal.arrives', {
            amount: money(withdrawal.receiveAmount, withdrawal.receiveCurrency),
            rail: withdrawal.rail,
          })}
        </p>
      </div>
      <RiskFlags
        title={say('withdrawal.findings')}
        none={say('withdrawal.noFindings')}
        flags={findings.map((flag) => ({ flag, name: say(`withdrawal.riskFlag.${flag}`) }))}
      />
      <Evidence title={say('withdrawal.destination')}>
        <FactList facts={destinationFacts(evidence)} />
      </Evidence>
      <Evidence title={say('case.names')}>
        <FactList facts={nameFacts(evidence)} />
      </Evidence>
      <Evidence title={say('withdrawal.wallet', { wallet: nameOf('common', `wallet.${withdrawal.walletType}`, withdrawal.walletType) })}>
        <FactList facts={walletFacts(evidence)} />
      </Evidence>
      <Postings postings={postings} />
      <Evidence title={say('case.timeline')}>
        <Timeline steps={stepsOf(withdrawal)} />
      </Evidence>
      <SignIns signIns={signIns} />
      <Others
        title={say('withdrawal.others')}
        none={say('withdrawal.noOthers')}
        rows={others.map((other) => ({
          id: other.id,
          what: `${money(other.amount, other.currency)} · ${other.account}`,
          at: other.createTimeTimestamp,
        }))}
      />
    </>
  )
}

const destinationFacts = ({ withdrawal, destination, coolingEndTimestamp }: Opened): readonly (Fact | null)[] => [
  { label: say('withdrawal.to'), value: withdrawal.account },
  {
    label: say('withdrawal.addedOn'),
    value: `${moment(destination.addedTimestamp)}${destination.isNew === 1 ? ` · ${say('withdrawal.isNew')}` : ''}`,
    alarming: destination.isNew === 1,
  },
  { label: say('withdrawal.paidBefore'), value: say(destination.paidBefore === 1 ? 'app.yes' : 'app.no') },
  coolingEndTimestamp === null ? null : { label: say('withdrawal.cooling'), value: moment(coolingEndTimestamp), alarming: true },
]

const walletFacts = ({ withdrawal, wallet: { currency, ...wallet } }: Opened): readonly (Fact | null)[] => [
  { label: say('withdrawal.cash'), value: `${money(wallet.cash, currency)} → ${money(wallet.cashAfter, currency)}` },
  { label: say('withdrawal.hold'), value: `${money(wallet.hold, currency)} → ${money(wallet.holdAfter, currency)}` },
  { label: say('withdrawal.fee'), value: money(withdrawal.fee, withdrawal.currency) },
  withdrawal.rate === null ? null : { label: say('withdrawal.rate'), value: withdrawal.rate },
]

/** Returns the facts a decision rests on, so that a later change of one can be shown. */
export function factsOfWithdrawal(evidence: Opened): SeenFacts {
  const { withdrawal, findings, others, signIns, waiting } = evidence
  const [newest] = signIns
  return seenOf([
    { label: say('cases.state'), value: stepsOf(withdrawal).at(-1)?.label },
    { label: say('withdrawal.findings'), value: findings.map((riskFlag) => say(`withdrawal.riskFlag.${riskFlag}`)).join(' · ') },
    ...destinationFacts(evidence),
    ...nameFacts(evidence),
    ...walletFacts(evidence),
    { label: say('approvals.maker'), value: waiting?.makerName },
    { label: say('withdrawal.others'), value: others.length },
    { label: say('case.signIns'), value: newest === undefined ? null : `${newest.device} · ${moment(newest.timestamp)}` },
  ])
}

/** The customer's own timeline, in the words of the app. */
const stepsOf = ({ timeline }: Row): TimelineStep[] =>
  timeline.map(({ kind, by, timestamp }) => ({
    label: customerText('withdrawals', kind === 'approved' ? `step.approved.${by === 'staff' ? 'staff' : 'rules'}` : `step.${kind}`),
    state: kind === 'rejected' || kind === 'returned' ? 'failed' : 'done',
    at: timestamp,
  }))
