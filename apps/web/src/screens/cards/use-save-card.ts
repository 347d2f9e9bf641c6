import { type Card as CardRow, cards } from '@rueda/contract/cards.ts'
import type { InputOf } from '@rueda/contract/endpoint.ts'
import { useState } from 'react'
import { useCall } from '../../shared/server/api.ts'
import { useQueryOfPage } from '../../shared/pages/go.ts'
import { useKept } from '../../shared/device/kept.ts'
import { useCardCode } from './use-card-code.tsx'

type Details = Omit<InputOf<typeof cards.add>, 'payPassword' | 'code'>
type Saving<Draft> = Readonly<{ kind: 'bank' | 'address'; first: Draft; onSaved: (card: CardRow, draft: Draft) => void }>

/** A destination while it is being written, new or instead of the one in the page's address, and its way to the server. */
export function useSaveCard<Draft extends object>({ kind, first, onSaved }: Saving<Draft>) {
  const { id } = useQueryOfPage()
  const [draft, change, forget] = useKept<Draft>(`${kind}-card.${id ?? 'new'}`, first)
  const [payPassword, setPayPassword] = useState('')
  const code = useCardCode()
  const [asked, setAsked] = useState(false)
  const onDone = (card: CardRow) => {
    forget()
    onSaved(card, draft)
  }
  const adding = useCall(cards.add, { onDone })
  const updating = useCall(cards.update, { onDone })
  const { error, pending } = id === undefined ? adding : updating
  return {
    ...{ draft, payPassword, setPayPassword, code, error, pending },
    /** True once it was pressed: missing fields are shown from then on. */
    asked,
    edit: (changes: Partial<Draft>) => {
      adding.reset()
      updating.reset()
      change({ ...draft, ...changes })
    },
    /** Null where something of it is missing or wrong. */
    save: (details: Details | null) => {
      setAsked(true)
      if (details === null || payPassword === '' || !code.isWhole) return
      const input = { ...details, ...code.input, payPassword }
      void (id === undefined ? adding.run(input) : updating.run({ ...input, id }))
    },
  }
}
