import type { Card as CardRow } from '@rueda/contract/cards.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { Select } from '@rueda/ui/fields/Select.tsx'
import { formatDeadline } from '@rueda/ui/formats/dates.ts'
import { Landmark, WalletMinimal } from 'lucide-react'
import { hrefTo } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'
import { nameOf, statusOf } from '../../shared/cards/card-names.ts'

const ACTIVE = 1
export const isUsable = ({ status, coolingEndTimestamp }: CardRow): boolean => status === ACTIVE && coolingEndTimestamp === null
export const firstUsable = (own: readonly CardRow[]): CardRow | undefined => own.find(isUsable)

/** The destination chosen here or on the page before, where it can be used. */
export const usableOf = (own: readonly CardRow[], chosen: string | null): CardRow | undefined =>
  own.find((card) => card.id === chosen && isUsable(card))

type CardChoiceProps = Readonly<{ kind: 'bank' | 'vm'; own: readonly CardRow[]; chosen: CardRow | null; onChoose: (id: string) => void }>

/** The choice of one's own destinations; those that cannot be used yet say why. */
export function CardChoice({ kind, own, chosen, onChoose }: CardChoiceProps) {
  const t = useText('withdrawals')
  const words = useText('cards')
  const adding = hrefTo(kind === 'bank' ? 'pages/bcard/modify' : 'pages/vm/modify')
  if (own.length === 0) {
    return (
      <EmptyState
        icon={kind === 'bank' ? Landmark : WalletMinimal}
        text={words(`empty.${kind}`)}
        action={
          <Button href={adding} size="large">
            {words(`add.${kind}`)}
          </Button>
        }
      />
    )
  }
  const why = (card: CardRow): string =>
    card.status === ACTIVE && card.coolingEndTimestamp !== null
      ? t('usableFrom', { at: formatDeadline(card.coolingEndTimestamp) })
      : statusOf(words, card).label
  return (
    <div>
      <Select
        label={t('to')}
        options={own.map((card) => ({
          value: card.id,
          label: `${nameOf(card)} ${card.cardNo}`,
          detail: isUsable(card) ? undefined : why(card),
          disabled: !isUsable(card),
        }))}
        value={chosen?.id ?? ''}
        onChange={onChoose}
      />
      <Button tone="ghost" flush href={adding}>
        {words(`add.${kind}`)}
      </Button>
    </div>
  )
}
