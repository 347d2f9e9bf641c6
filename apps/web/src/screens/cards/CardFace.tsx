import type { Card as CardRow } from '@rueda/contract/cards.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { StatusPill, Tag } from '@rueda/ui/pills/Pill.tsx'
import { formatDeadline } from '@rueda/ui/formats/dates.ts'
import { useText } from '../../shared/text/text.ts'
import { hrefTo } from '../../shared/pages/go.ts'
import { SupportLink } from '../../shared/support/SupportLink.tsx'
import { CHECKING, nameOf, statusOf } from '../../shared/cards/card-names.ts'

/** One destination: its owner, its masked number, its state, and the time from when it can be used. */
export function CardFace({ card, onDelete }: Readonly<{ card: CardRow; onDelete: () => void }>) {
  const t = useText('cards')
  const common = useText('common')
  const { id, type, accountName, cardNo, currency, isDefault, status } = card
  return (
    <Card label={nameOf(card)}>
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-row break-words">{nameOf(card)}</h2>
          <p className="num pt-0.5 text-body text-text1">{cardNo}</p>
          <p className="text-meta text-text3">{[accountName, currency].filter((part) => part !== null).join(' · ')}</p>
        </div>
        <div className="flex flex-none flex-col items-end gap-1.5">
          <StatusPill status={statusOf(t, card)} />
          {isDefault === 1 ? <Tag>{t('isDefault')}</Tag> : null}
        </div>
      </div>
      <Standing card={card} />
      <div className="flex gap-2 pt-3">
        {status === CHECKING ? null : (
          <Button tone="secondary" href={hrefTo(type === 'bank' ? 'pages/bcard/modify' : 'pages/vm/modify', { id })}>
            {common('act.edit')}
          </Button>
        )}
        <Button tone="ghost" onPress={onDelete}>
          {common('act.delete')}
        </Button>
      </div>
    </Card>
  )
}

function Standing({ card: { status, inQueue, reason, coolingEndTimestamp } }: Readonly<{ card: CardRow }>) {
  const t = useText('cards')
  const line = 'pt-2 text-meta'
  if (reason !== null)
    return (
      <>
        <p className={`${line} text-danger`}>{t(`reason.${reason}`)}</p>
        <SupportLink topic="withdrawal" />
      </>
    )
  if (status === CHECKING) return <p className={`${line} text-text2`}>{t(inQueue === 1 ? 'standing.queue' : 'standing.checking')}</p>
  if (coolingEndTimestamp === null) return null
  return <p className={`num ${line} text-text2`}>{t('standing.cooling', { at: formatDeadline(coolingEndTimestamp) })}</p>
}
