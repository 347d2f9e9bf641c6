import { type Card as CardRow, cards } from '@rueda/contract/cards.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { SegmentedControl } from '@rueda/ui/choices/SegmentedControl.tsx'
import { Skeleton } from '@rueda/ui/loading/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { Landmark, WalletMinimal } from 'lucide-react'
import { useState } from 'react'
import { query } from '../../shared/server/api.ts'
import { hrefTo, useQueryValue } from '../../shared/pages/go.ts'
import { PullToRefresh } from '../../shared/pages/PullToRefresh.tsx'
import { RefreshButton } from '../../shared/pages/refresh.tsx'
import { usePoll } from '../../shared/live/live.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { CardFace } from './CardFace.tsx'
import { DeleteCard } from './DeleteCard.tsx'
import { ProtectedGate } from '../../shared/security/ProtectedGate.tsx'

const kinds = ['bank', 'vm'] as const
type Kind = (typeof kinds)[number]

/** Route `pages/bcard/index`: the destinations of withdrawals. */
export function Cards() {
  const t = useText('cards')
  const titles = useText('titles')
  const [kind, choose] = useQueryValue<Kind>('type', kinds, 'bank')
  const options = kinds.map((value) => ({ value, label: t(`kind.${value}`) }))
  return (
    <Screen title={titles('cards')} actions={<RefreshButton />}>
      <PullToRefresh />
      <SegmentedControl<Kind> label={titles('cards')} options={options} value={kind} onChange={choose} />
      <ProtectedGate>
        <CardsOf kind={kind} />
      </ProtectedGate>
    </Screen>
  )
}

const CARD_PX = 128
const CHECKING = 2

function CardsOf({ kind }: Readonly<{ kind: Kind }>) {
  const t = useText('cards')
  const poll = usePoll('records')
  const read = useQuery(
    query(
      cards.list,
      {},
      { refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === CHECKING) === true ? poll : false) },
    ),
  )
  const [deleting, setDeleting] = useState<CardRow | null>(null)
  const addingOf = (wide: boolean) => (
    <Button size="large" wide={wide} href={hrefTo(kind === 'bank' ? 'pages/bcard/modify' : 'pages/vm/modify')}>
      {t(`add.${kind}`)}
    </Button>
  )
  const skeleton = (
    <div className="flex flex-col gap-3">
      <Skeleton height={CARD_PX} />
      <Skeleton height={CARD_PX} />
    </div>
  )
  const of = (all: readonly CardRow[]) => all.filter(({ type }) => type === kind)
  return (
    <>
      <Loaded
        query={read}
        reason={whyFailed}
        skeleton={skeleton}
        isEmpty={(all) => of(all).length === 0}
        empty={<EmptyState icon={kind === 'bank' ? Landmark : WalletMinimal} text={t(`empty.${kind}`)} action={addingOf(false)} />}
      >
        {(all) => (
          <div className="flex flex-col gap-3">
            {of(all).map((card) => (
              <CardFace key={card.id} card={card} onDelete={() => setDeleting(card)} />
            ))}
            {addingOf(true)}
            <p className="text-meta text-text3">{t('note')}</p>
          </div>
        )}
      </Loaded>
      <DeleteCard card={deleting} onClose={() => setDeleting(null)} />
    </>
  )
}
