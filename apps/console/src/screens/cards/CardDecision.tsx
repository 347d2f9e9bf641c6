import { cardReviews } from '@rueda/contract/admin/cards.ts'
import type { StaffDataOf } from '@rueda/contract/admin/endpoint.ts'
import { cardRejections } from '@rueda/rules/cards/card.ts'
import { useQuery } from '@tanstack/react-query'
import { call, read } from '../../app/api.ts'
import { moment } from '../../app/moments.ts'
import { whyOf } from '../../app/WhyFields.tsx'
import { say } from '../../app/words.ts'
import { Evidence, type Fact, FactList, nameFacts } from '../../shared/cases/CaseParts.tsx'
import { seenOf } from '../../shared/cases/changes.ts'
import { DecisionForm } from '../../shared/cases/DecisionForm.tsx'
import type { DecisionProps } from '../../shared/cases/decisions.ts'
import { OpenedCase } from '../../shared/cases/OpenedCase.tsx'

type Opened = StaffDataOf<typeof cardReviews.open>

/** A bank account whose holder only resembles the customer: the two names, and the decision. */
export function CardDecision({ row, isMine, onDone }: DecisionProps) {
  const opened = useQuery({ ...read(cardReviews.open, { id: row.id, reason: 'review' }, { once: true }), enabled: isMine })
  return (
    <OpenedCase
      opened={opened}
      mayLook={isMine}
      facts={(found) => seenOf([...nameFacts(found), ...cardFacts(found)])}
      evidence={(found) => <CardEvidence found={found} />}
      decision={() => <Decide id={row.id} onDone={onDone} />}
    />
  )
}

const cardFacts = ({ card }: Opened): readonly (Fact | null)[] => [
  { label: say('card.bank'), value: card.bankName ?? card.network },
  { label: say('card.number'), value: card.cardNo },
  { label: say('card.country'), value: card.countryCode },
  { label: say('card.currency'), value: card.currency },
  { label: say('withdrawal.addedOn'), value: moment(card.createTimeTimestamp) },
  card.coolingEndTimestamp === null ? null : { label: say('card.usableFrom'), value: moment(card.coolingEndTimestamp) },
]

const CardEvidence = ({ found }: Readonly<{ found: Opened }>) => (
  <>
    <Evidence title={say('case.names')}>
      <FactList facts={nameFacts(found)} />
    </Evidence>
    <Evidence title={say('card.account')}>
      <FactList facts={cardFacts(found)} />
    </Evidence>
  </>
)

const Decide = ({ id, onDone }: Readonly<{ id: string; onDone: () => void }>) => (
  <DecisionForm
    feature="cards"
    prefix="reason"
    reasons={cardRejections}
    approve={say('card.take')}
    refuse={say('card.refuse')}
    decide={async (decision, { code, why }) => {
      await call(cardReviews.decide, { id, decision, ...(code === null ? {} : { reasonCode: code }), ...whyOf(why) })
      return say(decision === 'approve' ? 'card.taken' : 'card.refused')
    }}
    onDone={onDone}
  />
)
