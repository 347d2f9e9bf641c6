import type { Identity } from '@rueda/contract/kyc.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Timeline } from '@rueda/ui/lists/Timeline.tsx'
import { useText } from '../../shared/text/text.ts'
import { PapersCard } from './PapersCard.tsx'

type IdentityUnderReviewProps = Readonly<{ identity: Identity; busy: boolean; onAsk: () => void }>

/** Papers handed in and under review, by the rules or by a person. */
export function IdentityUnderReview({ identity: { papers, expectedMinutes }, busy, onAsk }: IdentityUnderReviewProps) {
  const t = useText('kyc')
  const eta = papers?.withPerson === 1 ? t('review.person') : expectedMinutes === 0 ? t('review.now') : t('review.minutes')
  return (
    <>
      <Card>
        <Timeline
          steps={[
            { label: t('review.sent'), state: 'done', at: papers?.submitTimestamp },
            { label: t('review.running'), state: 'current', eta },
            { label: t('review.result'), state: 'future' },
          ]}
        />
      </Card>
      {papers === null ? null : <PapersCard papers={papers} />}
      <Button tone="secondary" size="large" wide busy={busy} onPress={onAsk}>
        {t('review.ask')}
      </Button>
      <p className="text-center text-meta text-text3">
        {papers?.withPerson === 1 ? t('review.message') : `${t('review.orPerson')} ${t('review.message')}`}
      </p>
    </>
  )
}
