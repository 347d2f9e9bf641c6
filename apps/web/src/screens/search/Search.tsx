import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { Search as SearchIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTypedInQuery } from '../../shared/pages/typed-in-query.ts'
import { useText } from '../../shared/text/text.ts'
import { BeforeTyping } from './BeforeTyping.tsx'
import { Results } from './Results.tsx'
import { useResultKeys } from './use-result-keys.ts'

/** Long enough for letters that are pressed at once, short enough for an answer within a tenth of a second after the last key. */
const ASK_AFTER_MS = 20
const MAX_LENGTH = 50

/** Route `pages/search/index`: find an instrument by name or code, and any page of the app by what it is called. */
export function Search() {
  const t = useText('search')
  const [typed, setTyped] = useTypedInQuery('q')
  const asked = useSettled(typed.trim(), ASK_AFTER_MS)
  const { list, opens, onKeyDown, onTyped, onKnown } = useResultKeys(typed.trim())
  const type = (word: string): void => {
    onTyped()
    setTyped(word)
  }
  return (
    <Screen title={t('title')}>
      {/* Keys go from the field through what was found and back. */}
      <div ref={list} onKeyDown={onKeyDown} className="contents">
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
            onChange={type}
            {...(typed === '' ? { trailing: <SearchIcon aria-hidden size={20} className="mx-3 text-text3" /> } : {})}
          />
        </div>
        {asked === '' ? (
          <BeforeTyping onChoose={type} />
        ) : (
          <Results typed={asked} onChoose={type} opens={opens === asked} onKnown={onKnown} />
        )}
      </div>
    </Screen>
  )
}

/** The text once it has rested for a moment; an emptied field is empty at once. */
function useSettled(text: string, afterMs: number): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : afterMs)
    return () => clearTimeout(timer)
  }, [text, afterMs])
  return settled
}
