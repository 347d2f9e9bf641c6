import { type ListedInstrument, instruments } from '@rueda/contract/admin/instruments.ts'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../../app/api.ts'
import { TextButton } from '../../app/TextButton.tsx'
import { say } from '../../app/words.ts'

export type Chosen = Pick<ListedInstrument, 'instrumentId' | 'code' | 'name' | 'market'>

const SHOWN = 6

/** Finds an instrument by its ticker or its name, as customers do; the reader chooses one of the results. */
export function InstrumentSearch({ chosen, onChoose }: Readonly<{ chosen: Chosen | null; onChoose: (chosen: Chosen | null) => void }>) {
  const [typed, setTyped] = useState('')
  const search = typed.trim()
  const found = useQuery({
    ...read(instruments.list, { search, pageSize: SHOWN }),
    enabled: chosen === null && search !== '',
    placeholderData: keepPreviousData,
  })
  if (chosen !== null) {
    return (
      <div className="flex items-center justify-between gap-3 rounded-control bg-accent-tint px-3 py-1">
        <span className="text-row">{nameOf(chosen)}</span>
        <TextButton onPress={() => onChoose(null)}>{say('market.another')}</TextButton>
      </div>
    )
  }
  const list = search === '' ? [] : (found.data?.list ?? [])
  return (
    <div>
      <TextField label={say('market.instrument')} placeholder={say('market.find')} value={typed} onChange={setTyped} most={30} />
      {search !== '' && found.isSuccess && list.length === 0 ? <p className="text-label text-text3">{say('market.notFound')}</p> : null}
      <ul aria-label={say('market.instrument')} className="flex flex-col">
        {list.map((each) => (
          <li key={each.instrumentId}>
            <button
              type="button"
              onClick={() => onChoose(each)}
              className="min-h-10 w-full rounded-control px-3 text-left text-row hover:bg-s2"
            >
              {nameOf(each)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

const nameOf = ({ code, name, market }: Chosen): string => `${code} · ${name} · ${market}`
