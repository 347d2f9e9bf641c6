import { useEffect, useState } from 'react'
import { useLocation, useNavigationType, useSearchParams } from 'react-router'
import { useSettled } from '../forms/use-settled.ts'

/**
 * A word that is looked for, which the address keeps once it rests: coming back from a result finds the same list, and a way to this page with
 * another word brings that one. A page that was left for another one is still on screen until that one's code is there, and writes nothing then,
 * because its word would take that page's place.
 */
export function useTypedInQuery(name: string): readonly [string, (typed: string) => void] {
  const { pathname, key } = useLocation()
  const [search, setSearch] = useSearchParams()
  const asked = search.get(name) ?? ''
  const [typed, setTyped] = useState(asked)
  const isOwnWriting = useNavigationType() === 'REPLACE'
  const [shown, setShown] = useState(key)
  if (shown !== key) {
    setShown(key)
    if (!isOwnWriting) setTyped(asked)
  }
  // Browsers refuse a page that changes its address with every key.
  const settled = useSettled(typed.trim())
  useEffect(() => {
    // A word that stands there already is not written once more: another way to this page may be on its way meanwhile.
    if (pathInAddress() !== pathname || settled !== typed.trim() || settled === asked) return
    setSearch((before) => withWord(before, name, settled), { replace: true })
  }, [name, pathname, settled, typed, asked, setSearch])
  // Whoever presses a result sooner than that finds the word as well when they come back.
  useEffect(() => {
    const word = typed.trim()
    const keep = (): void => {
      if (pathInAddress() === pathname && word !== asked) writeAddress(pathname, withWord(search, name, word))
    }
    window.addEventListener('click', keep, { capture: true })
    return () => window.removeEventListener('click', keep, { capture: true })
  }, [name, pathname, typed, asked, search])
  return [typed, setTyped]
}

/** Where the browser is, which the router's state follows only once the next page can be shown. */
const pathInAddress = (): string => window.location.hash.slice(1).split('?')[0] ?? ''

/** At once, and without the router, which would otherwise do it after the page that was pressed. */
const writeAddress = (pathname: string, query: URLSearchParams): void =>
  window.history.replaceState(window.history.state, '', `#${pathname}${query.size === 0 ? '' : `?${query.toString()}`}`)

function withWord(before: URLSearchParams, name: string, word: string): URLSearchParams {
  const after = new URLSearchParams(before)
  if (word === '') after.delete(name)
  else after.set(name, word)
  return after
}
