import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { Search as SearchIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useText } from '../../shared/text/text.ts'
import { BeforeTyping } from './BeforeTyping.tsx'
import { Results } from './Results.tsx'

const DEBOUNCE_MS = 250
const MAX_LENGTH = 50

/** Route `pages/search/index`: find an instrument by name or code. */
export function Search() {
  const t = useText('search')
  const [search, setSearch] = useSearchParams()
  const [typed, setTyped] = useState(search.get('q') ?? '')
  const settled = useSettled(typed.trim())
  // Coming back from a result finds the results again.
  useEffect(() => setSearch(settled === '' ? {} : { q: settled }, { replace: true }), [settled, setSearch])
  return (
    <Screen title={t('title')}>
      <div className="sticky top-0 z-10 -mx-edge -mt-edge -mb-3 bg-bg px-edge pt-2.5">
        <TextField
          label={t('field')}
          labelHidden
          type="search"
          inputMode="search"
          autoComplete="off"
          autoFocus
          most={MAX_LENGTH}
          placeholder={t('field')}
          value={typed}
          onChange={setTyped}
          {...(typed === '' ? { trailing: <SearchIcon aria-hidden size={20} className="mx-3 text-text3" /> } : {})}
        />
      </div>
      {settled === '' ? <BeforeTyping onChoose={setTyped} /> : <Results typed={settled} />}
    </Screen>
  )
}

/** The text once it has rested for a moment; an emptied field is empty at once. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
