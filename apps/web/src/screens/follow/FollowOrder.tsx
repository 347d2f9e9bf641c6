import type { FollowAgency } from '@rueda/contract/follow.ts'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { useKeptInVisit } from '../../shared/device/kept.ts'
import { ProtectedGate } from '../../shared/security/ProtectedGate.tsx'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { useQueryOfPage } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'
import { AgencyStrip } from './AgencyStrip.tsx'
import { OrderForm } from './OrderForm.tsx'
import { type Draft, emptyDraft } from './order-draft.ts'
import { OrderReview } from './OrderReview.tsx'
import { useAgencies } from './use-follow.ts'

/** Route `pages/payment/follow`: an amount and a term for one agency, what they may bring and lose, and the order itself. */
export function FollowOrder() {
  const titles = useText('titles')
  const t = useText('follow')
  const { id } = useQueryOfPage()
  const read = useAgencies('risk')
  const isMissing = (all: readonly FollowAgency[]) => !all.some((each) => each.id === id)
  return (
    <Screen title={titles('followOrder')}>
      <Loaded query={read} reason={whyFailed} isEmpty={isMissing} empty={<EmptyState icon={Users} text={t('empty.list')} />}>
        {(all) => {
          const agency = all.find((each) => each.id === id)
          return agency === undefined ? null : (
            <>
              <AgencyStrip agency={agency} />
              <ProtectedGate purpose="follow">
                <Order agency={agency} />
              </ProtectedGate>
            </>
          )
        }}
      </Loaded>
    </Screen>
  )
}

function Order({ agency }: Readonly<{ agency: FollowAgency }>) {
  const asked = useQueryOfPage()['amount'] ?? ''
  const { value: draft, keep: setDraft } = useKeptInVisit<Draft>(`follow.${agency.id}`, { ...emptyDraft, amount: asked })
  const [reviews, setReviews] = useState(false)
  return (
    <>
      <OrderForm agency={agency} draft={draft} onDraft={setDraft} onReview={() => setReviews(true)} />
      <OrderReview open={reviews} agency={agency} draft={draft} onClose={() => setReviews(false)} />
    </>
  )
}
