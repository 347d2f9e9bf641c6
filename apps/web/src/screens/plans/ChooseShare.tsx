import { quotes } from '@rueda/contract/quotes.ts'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { ListRow } from '@rueda/ui/lists/ListRow.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { SkeletonRows } from '@rueda/ui/loading/Skeleton.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { Logo } from '@rueda/ui/quotes/Logo.tsx'
import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useState } from 'react'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { useSettled } from '../../shared/forms/use-settled.ts'
import { useHoldings } from '../../shared/positions/use-holdings.ts'
import { marketOf } from '../../shared/quotes/instrument.ts'
import { query } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import type { Share } from './plan-draft.ts'
import { hasParts, shareOf } from './share.ts'

const MAX_HELD = 8

/** What is held comes first; anything else is found by name or code. */
export function ChooseShare({ onChoose }: Readonly<{ onChoose: (share: Share) => void }>) {
  const t = useText('plans')
  const [typed, type] = useState('')
  const keyword = useSettled(typed.trim())
  return (
    <div className="flex flex-col gap-3">
      <TextField label={t('choose.search')} type="search" value={typed} onChange={type} helper={t('choose.hint')} />
      {keyword === '' ? <Held onChoose={onChoose} /> : <Found keyword={keyword} onChoose={onChoose} />}
    </div>
  )
}

type Choosing = Readonly<{ onChoose: (share: Share) => void }>

function Held({ onChoose }: Choosing) {
  const { data } = useHoldings()
  const shares = (data?.list ?? []).flatMap((position): Share[] => {
    const { isolatedPosition, stockCode, name, localLogoUrl, currency } = position
    const market = marketOf(position.market)
    return isolatedPosition === 0 && hasParts(market) ? [{ stockCode, market, name, localLogoUrl, currency }] : []
  })
  return <Shares list={shares.slice(0, MAX_HELD)} onChoose={onChoose} />
}

function Found({ keyword, onChoose }: Choosing & Readonly<{ keyword: string }>) {
  const t = useText('plans')
  const found = useQuery(query(quotes.search, { keyword }, { placeholderData: (before) => before }))
  const shares = (found.data ?? []).flatMap((quote) => shareOf(quote) ?? [])
  return (
    <Loaded
      query={found}
      reason={whyFailed}
      skeleton={<SkeletonRows rows={3} />}
      isEmpty={() => shares.length === 0}
      empty={<EmptyState icon={SearchX} text={t('choose.none')} />}
    >
      {() => <Shares list={shares} onChoose={onChoose} />}
    </Loaded>
  )
}

function Shares({ list, onChoose }: Choosing & Readonly<{ list: readonly Share[] }>) {
  if (list.length === 0) return null
  return (
    <Card rows>
      {list.map((share) => (
        <ListRow
          key={`${share.market} ${share.stockCode}`}
          leading={<Logo code={share.stockCode} src={share.localLogoUrl} />}
          label={share.name}
          detail={`${share.stockCode} · ${share.currency}`}
          onPress={() => onChoose(share)}
        />
      ))}
    </Card>
  )
}
