import { type PlacingItem, placings } from '@rueda/contract/placing.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { TextLink } from '@rueda/ui/layout/SectionHeader.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { useLastShown } from '@rueda/ui/sheets/use-last-shown.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDeadline } from '@rueda/ui/formats/dates.ts'
import { formatMoney } from '@rueda/ui/formats/format.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useServerNow } from '../../shared/live/live-clock.ts'
import { hrefTo } from '../../shared/pages/go.ts'
import { OPEN, codeAt } from '../../shared/placing/status.ts'
import { useSignedIn } from '../../shared/security/session.ts'
import { query } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { ApplyForm } from './ApplyForm.tsx'

/** Applying for a placing: how many, what it costs and when it is free, and the hold that sends it; then its result. */
export function PlacingSheet({ placing, onClose }: Readonly<{ placing: PlacingItem | null; onClose: () => void }>) {
  const t = useText('placing')
  const shown = useLastShown(placing)
  const [held, setHeld] = useState<string | null>(null)
  const close = () => {
    setHeld(null)
    onClose()
  }
  if (shown === null) return null
  return (
    <Sheet open={placing !== null} onClose={close} title={held === null ? shown.name : t('done.title')}>
      {held === null ? <Ticket placing={shown} onDone={setHeld} /> : <Done placing={shown} amount={held} />}
    </Sheet>
  )
}

type TicketProps = Readonly<{ placing: PlacingItem; onDone: (amount: string) => void }>

function Ticket({ placing, onDone }: TicketProps) {
  const t = useText('placing')
  const titles = useText('titles')
  const now = useServerNow()
  const signedIn = useSignedIn()
  const own = useQuery(query(placings.list, { pageNum: 1, pageSize: MAX_WAITING, status: 0 }, { enabled: signedIn }))
  if (codeAt(placing, now) !== OPEN) return <InlineMessage tone="warn">{t('window.closed')}</InlineMessage>
  if (own.data?.list.some(({ placingId }) => placingId === placing.id) === true) {
    return (
      <InlineMessage tone="info" action={<TextLink href={hrefTo('pages/placing/record')}>{titles('placingRecords')}</TextLink>}>
        {t('already')}
      </InlineMessage>
    )
  }
  return <ApplyForm placing={placing} onDone={onDone} />
}
/** More than can wait at a time. */
const MAX_WAITING = 20

function Done({ placing, amount }: Readonly<{ placing: PlacingItem; amount: string }>) {
  const t = useText('placing')
  const titles = useText('titles')
  const { language } = useUi()
  return (
    <div className="flex flex-col gap-4">
      <p className="text-body text-text2" role="status">
        {t('done.text', { amount: formatMoney(language, amount, placing.currency), close: formatDeadline(placing.saleEndTimestamp) })}
      </p>
      <Button size="large" wide href={hrefTo('pages/placing/record')}>
        {titles('placingRecords')}
      </Button>
    </div>
  )
}
