import type { Card as CardRow } from '@rueda/contract/cards.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { type Status, StatusPill, Tag } from '@rueda/ui/pills/Pill.tsx'
import { formatDateTime } from '@rueda/ui/formats/dates.ts'
import { type Translate, useText } from '../../app/text.ts'
import { hrefTo } from '../../app/go.ts'
import { SupportLink } from '../support/SupportLink.tsx'

const statuses = {
  1: { tone: 'up', shape: 'check', key: 'status.active' },
  2: { tone: 'warn', shape: 'clock', key: 'status.checking' },
  3: { tone: 'danger', shape: 'cross', key: 'status.rejected' },
} as const
const CHECKING = 2

export function statusOf(t: Translate<'cards'>, { status }: Pick<CardRow, 'status'>): Status {
  const { tone, shape, key } = statuses[status as keyof typeof statuses] ?? statuses[CHECKING]
  return { tone, shape, label: t(key) }
}

/** What a card is called: its bank, or its own name and network. */
export const nameOf = ({ bankName, label, network }: CardRow): string =>
  bankName ?? (label === null ? (network ?? '') : `${label} · ${network}`)

/** One destination: whose it is, its masked number, how it stands, and since when it can be used. */
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
  return <p className={`num ${line} text-text2`}>{t('standing.cooling', { at: formatDateTime(coolingEndTimestamp) })}</p>
}
