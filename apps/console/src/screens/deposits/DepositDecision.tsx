import { deposits, rejectReasons } from '@rueda/contract/admin/deposits.ts'
import type { StaffDataOf } from '@rueda/contract/admin/endpoint.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, read } from '../../app/api.ts'
import { nameOf, textOr } from '../../app/customer-text.ts'
import { money } from '../../app/figures.ts'
import { Key } from '../../app/Key.tsx'
import { moment } from '../../app/moments.ts'
import { Picture } from '../../app/Picture.tsx'
import { useAct } from '../../app/use-act.ts'
import { type WhyDraft, WhyFields, noReason, whyOf } from '../../app/WhyFields.tsx'
import { say } from '../../app/words.ts'
import { Evidence, type Fact, FactList, Postings } from '../../shared/cases/CaseParts.tsx'
import { seenOf } from '../../shared/cases/changes.ts'
import { DecisionForm } from '../../shared/cases/DecisionForm.tsx'
import type { DecisionProps } from '../../shared/cases/decisions.ts'
import { OpenedCase } from '../../shared/cases/OpenedCase.tsx'

type Opened = StaffDataOf<typeof deposits.open>

/** A line of the bank beside its customer's announcement. The bank's line decides the amount, a person decides whose it is. */
export function DepositDecision({ row, isMine, onDone }: DecisionProps) {
  const opened = useQuery({ ...read(deposits.open, { id: row.id }, { once: true }), enabled: isMine })
  return (
    <OpenedCase
      opened={opened}
      mayLook={isMine}
      facts={(found) => seenOf([...amountFacts(found), takenBackFact(found), ...wayFacts(found), proofFact(found)])}
      evidence={(found) => <DepositEvidence found={found} />}
      decision={({ deposit }) =>
        deposit.state === 'reversed' ? <Settle id={row.id} onDone={onDone} /> : <Decide id={row.id} onDone={onDone} />
      }
    />
  )
}

const amountFacts = ({ deposit: { announcedAmount, currency }, line }: Opened): readonly Fact[] => [
  { label: say('deposit.found'), value: money(line.amount, line.currency) },
  {
    label: say('deposit.typed'),
    value: announcedAmount === null ? say('deposit.unannounced') : money(announcedAmount, currency),
    alarming: isOtherAmount(announcedAmount, line.amount),
  },
]

const isOtherAmount = (announced: string | null, arrived: string): boolean => announced !== null && announced !== arrived

const wayFacts = ({ deposit, line, holder }: Opened): readonly (Fact | null)[] => [
  { label: say('deposit.method'), value: deposit.channelId },
  deposit.network === null ? null : { label: say('deposit.network'), value: deposit.network },
  deposit.network === null || deposit.txHash === null ? null : { label: say('deposit.hash'), value: deposit.txHash },
  deposit.confirmationsNeeded === 0
    ? null
    : { label: say('deposit.confirmations'), value: `${deposit.confirmations}/${deposit.confirmationsNeeded}` },
  { label: say('deposit.line'), value: line.reference },
  { label: say('deposit.arrived'), value: moment(line.timestamp) },
  { label: say('deposit.wallet'), value: nameOf('common', `wallet.${deposit.creditWallet}`, deposit.creditWallet) },
  { label: say('deposit.number'), value: deposit.depositNo },
  { label: say('case.person'), value: holder ?? say('case.nobodyChecked'), alarming: holder === null },
]

const takenBackFact = ({ deposit: { state } }: Opened): Fact => ({
  label: say('deposit.takenBack'),
  value: say(state === 'reversed' ? 'app.yes' : 'app.no'),
})

const proofFact = ({ proofLink, proofSeenBefore }: Opened): Fact => {
  const shown = say(proofSeenBefore === 1 ? 'deposit.riskFlag.PROOF_SEEN' : 'app.yes')
  return { label: say('deposit.proof'), value: proofLink === null ? say('deposit.noProof') : shown }
}

function DepositEvidence({ found }: Readonly<{ found: Opened }>) {
  const { deposit, line, proofLink, proofSeenBefore, postings } = found
  return (
    <>
      <Evidence title={say('deposit.amounts')}>
        <FactList facts={amountFacts(found)} />
        {isOtherAmount(deposit.announcedAmount, line.amount) ? (
          <p className="pt-1 text-meta text-danger">{say('deposit.differs')}</p>
        ) : null}
      </Evidence>
      {deposit.state === 'reversed' ? <TakenBack deposit={deposit} /> : null}
      <Evidence title={say('deposit.way')}>
        <FactList facts={wayFacts(found)} />
      </Evidence>
      <Evidence title={say('deposit.proof')}>
        {proofSeenBefore === 1 ? (
          <div className="pb-2">
            <InlineMessage tone="warn">{say('deposit.seenBefore')}</InlineMessage>
          </div>
        ) : null}
        {proofLink === null ? (
          <p className="text-label text-text3">{say('deposit.noProof')}</p>
        ) : (
          <Picture src={proofLink} label={say('deposit.proof')} />
        )}
      </Evidence>
      {deposit.state === 'reversed' ? null : <Postings postings={postings} />}
    </>
  )
}

/** Shows the part of a reversed deposit that was no longer in the wallet. */
const TakenBack = ({ deposit: { creditedAmount, shortfall, creditCurrency, reason } }: Readonly<{ deposit: Opened['deposit'] }>) => (
  <Evidence title={say('deposit.takenBack')}>
    <FactList
      facts={[
        { label: say('deposit.wasCredited'), value: money(creditedAmount ?? '0', creditCurrency) },
        { label: say('deposit.missing'), value: money(shortfall, creditCurrency), alarming: true },
        reason === null ? null : { label: say('deposit.why'), value: textOr('deposits', `reason.${reason}`, reason) },
      ]}
    />
    <p className="pt-1 text-meta text-text2">{say('deposit.frozenHelp')}</p>
  </Evidence>
)

type DecideProps = Readonly<{ id: string; onDone: () => void }>

/** Ends a case without any posting, once somebody has dealt with the debt. */
function Settle({ id, onDone }: DecideProps) {
  const [why, setWhy] = useState<WhyDraft>({ ...noReason, reason: 'review' })
  const { busy, act } = useAct()
  const settle = async (): Promise<void> => {
    const done = await act(
      () => call(deposits.decide, { id, decision: 'settle', ...whyOf(why) }),
      () => say('deposit.settled'),
    )
    if (done) onDone()
  }
  return (
    <section aria-label={say('decision.title')} className="flex flex-col gap-3">
      <h3 className="text-nav">{say('decision.title')}</h3>
      <WhyFields value={why} onChange={setWhy} />
      <div data-key="a">
        <Button wide busy={busy} disabled={why.reason === null} onPress={() => void settle()}>
          {say('deposit.settle')} <Key>a</Key>
        </Button>
      </div>
    </section>
  )
}

const Decide = ({ id, onDone }: DecideProps) => (
  <DecisionForm
    feature="deposits"
    prefix="reason"
    reasons={rejectReasons}
    approve={say('deposit.credit')}
    refuse={say('deposit.reject')}
    decide={async (decision, { code, why }) => {
      const wish = decision === 'approve' ? 'credit' : 'reject'
      const { state } = await call(deposits.decide, {
        ...{ id, decision: wish },
        ...(code === null ? {} : { depositReason: code }),
        ...whyOf(why),
      })
      return say(state === 'failed' ? 'deposit.rejected' : 'deposit.credited')
    }}
    onDone={onDone}
  />
)
