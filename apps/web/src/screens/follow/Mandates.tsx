import type { FollowOrder } from '@rueda/contract/follow.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Change } from '@rueda/ui/quotes/Change.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { RecordIcon, RecordRow } from '@rueda/ui/lists/RecordRow.tsx'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { MoreRows } from '../../shared/lists/MoreRows.tsx'
import { hrefTo, useQueryOfPage } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'
import { CURRENCY } from './figures.ts'
import { ACTIVE, SETTLED, statusOf } from './mandate-status.ts'
import { MandateSheet } from './MandateSheet.tsx'
import { useMandates } from './use-follow.ts'

/** The customer's mandates, the open ones or those that have ended. */
export function Mandates({ isOpen }: Readonly<{ isOpen: boolean }>) {
  const t = useText('follow')
  const { read, rows } = useMandates(isOpen)
  const { order } = useQueryOfPage()
  const [opened, setOpened] = useState<string | null>(order ?? null)
  const see = (
    <Button href={hrefTo('pages/product/follow')} size="large">
      {t('see')}
    </Button>
  )
  const empty = <EmptyState icon={Users} text={t(isOpen ? 'empty.mine' : 'empty.ended')} action={isOpen ? see : undefined} />
  return (
    <>
      <Loaded query={read} reason={whyFailed} isEmpty={() => rows.length === 0} empty={empty}>
        {() => (
          <>
            <Card rows>
              {rows.map((each) => (
                <MandateRow key={each.id} mandate={each} onPress={() => setOpened(each.id)} />
              ))}
            </Card>
            <MoreRows read={read} />
          </>
        )}
      </Loaded>
      <MandateSheet mandate={rows.find(({ id }) => id === opened) ?? null} onClose={() => setOpened(null)} />
    </>
  )
}

function MandateRow({ mandate, onPress }: Readonly<{ mandate: FollowOrder; onPress: () => void }>) {
  const t = useText('follow')
  const status = useText('status')
  const { agencyId, amount, currentValue, income, zdf, settled, confirmDate, settleDate } = mandate
  const hasResult = mandate.status === ACTIVE || mandate.status === SETTLED
  const shown = settled === null ? (mandate.status === ACTIVE ? currentValue : amount) : settled.payout
  const date = settled?.date ?? settleDate ?? confirmDate
  return (
    <RecordRow
      leading={<RecordIcon icon={Users} />}
      title={t(`name.${agencyId}`)}
      meta={
        <>
          {hasResult ? <Change own absolute={income} percent={zdf} currency={CURRENCY} /> : null}
          <span className="block">{formatDate(date)}</span>
        </>
      }
      amount={<Money value={shown} currency={CURRENCY} own />}
      status={statusOf({ t, status }, mandate)}
      onPress={onPress}
    />
  )
}
