import { type BlockQuote, type BlockStock, blocks } from '@rueda/contract/blocks.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { useLastShown } from '@rueda/ui/sheets/use-last-shown.ts'
import { useState } from 'react'
import { useCall } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { BlockForm } from './BlockForm.tsx'
import { BlockResult } from './BlockResult.tsx'
import { FirmReview } from './FirmReview.tsx'
import { OwnReview } from './OwnReview.tsx'
import { type Draft, directionOf, emptyDraft } from './block-draft.ts'

export type Placed = DataOf<typeof blocks.create>
type Stage =
  | Readonly<{ kind: 'form' | 'own' }>
  | Readonly<{ kind: 'firm'; quote: BlockQuote }>
  | Readonly<{ kind: 'done'; placed: Placed; unlockDate: string | null }>

/** A block of one share: what is asked for, then its price and its cost, then what became of it. */
export function BlockSheet({ stock, onClose }: Readonly<{ stock: BlockStock | null; onClose: () => void }>) {
  const shown = useLastShown(stock)
  return shown === null ? null : <Opened key={shown.stockCode} stock={shown} open={stock !== null} onClose={onClose} />
}

const FORM: Stage = { kind: 'form' }

function Opened({ stock, open, onClose }: Readonly<{ stock: BlockStock; open: boolean; onClose: () => void }>) {
  const t = useText('blocks')
  const [stage, setStage] = useState<Stage>(FORM)
  const [draft, setDraft] = useState<Draft>(emptyDraft)
  const asking = useCall(blocks.quote, { onDone: (quote) => setStage({ kind: 'firm', quote }) })
  const ask = () => void asking.run({ stockCode: stock.stockCode, direction: directionOf(draft), quantity: draft.quantity })
  const close = () => {
    setStage(FORM)
    asking.reset()
    onClose()
  }
  const title = stage.kind === 'firm' ? t('title.quote') : stage.kind === 'own' ? t('title.own') : stock.name
  return (
    <Sheet
      open={open}
      onClose={close}
      title={title}
      onBack={stage.kind === 'firm' || stage.kind === 'own' ? () => setStage(FORM) : undefined}
    >
      {stage.kind === 'form' ? (
        <BlockForm stock={stock} draft={draft} onDraft={setDraft} asking={asking} onAsk={ask} onReview={() => setStage({ kind: 'own' })} />
      ) : null}
      {stage.kind === 'firm' ? (
        <FirmReview
          key={stage.quote.quoteId}
          quote={stage.quote}
          decimals={stock.decimals}
          asking={asking}
          onAsk={ask}
          onDone={(placed) => setStage({ kind: 'done', placed, unlockDate: stage.quote.unlockDate })}
        />
      ) : null}
      {stage.kind === 'own' ? (
        <OwnReview stock={stock} draft={draft} onDone={(placed) => setStage({ kind: 'done', placed, unlockDate: null })} />
      ) : null}
      {stage.kind === 'done' ? <BlockResult placed={stage.placed} unlockDate={stage.unlockDate} onDone={close} /> : null}
    </Sheet>
  )
}
