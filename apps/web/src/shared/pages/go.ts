import { afterSheetEntry, isOnSheetEntry } from '@rueda/ui/sheets/sheet-history.ts'
import type { Visit } from '@rueda/ui/layout/use-scroll-memory.ts'
import { useEffect, useMemo } from 'react'
import { type NavigateFunction, useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router'
import type { RoutePath } from '../../routes.ts'

/** Ways through the app. A path is one of the table in `routes.ts`; a query never carries what is empty. */
export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>

function locationOf(path: RoutePath, query: Query): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== '') search.set(name, String(value))
  }
  const written = search.toString()
  return `/${path}${written === '' ? '' : `?${written}`}`
}

/** For links: <Button href={hrefTo('pages/deposit/index')}>. */
export const hrefTo = (path: RoutePath, query: Query = {}): string => `#${locationOf(path, query)}`

type Go = (path: RoutePath, query?: Query, options?: Readonly<{ replace?: boolean }>) => void

export function useGo(): Go {
  const navigate = useNavigate()
  return useMemo(() => goWith(navigate), [navigate])
}

const goWith =
  (navigate: NavigateFunction): Go =>
  (path, query = {}, { replace = false } = {}) =>
    // An open sheet has an entry of its own; leaving from it takes that entry's place.
    afterSheetEntry(() => void navigate(locationOf(path, query), { replace: replace || isOnSheetEntry() }))

/**
 * Follows links inside the app with the router, so that every page knows if there is one before it. Links opened
 * elsewhere, and links to the current page, are left to the browser.
 */
export function useInnerLinks(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const href = innerHref(event)
      if (href === null || href === window.location.hash) return
      event.preventDefault()
      afterSheetEntry(() => void navigate(href.slice(1), { replace: isOnSheetEntry() }))
    }
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [navigate])
}

const PLAIN_BUTTON = 0

function innerHref({ target, defaultPrevented, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): string | null {
  if (defaultPrevented || button !== PLAIN_BUTTON || metaKey || ctrlKey || shiftKey || altKey) return null
  const link = target instanceof Element ? target.closest('a[href^="#/"]:not([target])') : null
  return link?.getAttribute('href') ?? null
}

/** The page before this one, or home when there is none. */
export function useBack(): () => void {
  const navigate = useNavigate()
  return () => {
    // The page the app was opened on has number zero. A plain link sets no number, but there is a page before it.
    const isFirst = (window.history.state as { idx?: number | null } | null)?.idx === 0
    void (isFirst ? navigate('/', { replace: true }) : navigate(-1))
  }
}

/** A page of the tab bar is always the same visit, however one comes to it; any other page is a new visit each time. */
export function useVisit(isTabPage: boolean): Visit {
  const { pathname, key } = useLocation()
  const inPlace = useNavigationType() === 'REPLACE'
  return isTabPage ? { key: pathname, inPlace: false } : { key, inPlace }
}

/** The query of this page as text; a missing name is undefined. */
export function useQueryOfPage(): Readonly<Record<string, string | undefined>> {
  const [search] = useSearchParams()
  return useMemo(() => Object.fromEntries(search), [search])
}

/** One name of the query that a tab or a filter writes: back and sharing keep it. */
export function useQueryValue<Value extends string>(
  name: string,
  values: readonly Value[],
  first: Value,
): readonly [Value, (value: Value) => void] {
  const [search, setSearch] = useSearchParams()
  const asked = search.get(name)
  const value = values.find((one) => one === asked) ?? first
  const choose = (next: Value) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        after.set(name, next)
        return after
      },
      { replace: true },
    )
  return [value, choose]
}

/** The address to return to after signing in: this page with its query. */
export function useReturn(): string {
  const { pathname, search } = useLocation()
  return `${pathname}${search}`
}

/** Goes to the address in `return` if it is inside the app, and home otherwise. What was typed there before is there again. */
export function useGoReturn(): (to: string | undefined) => void {
  const navigate = useNavigate()
  return (to) => void navigate(isPlace(to) ? to : '/', { replace: true, state: RETURN })
}

/**
 * Goes back to the page that led here, also from an open sheet. If the app was opened on this page, there is none
 * before it and `to` is opened.
 */
export function useBackTo(): (to: string) => void {
  const navigate = useNavigate()
  const goReturn = useGoReturn()
  return (to) =>
    afterSheetEntry(() => {
      const isFirst = (window.history.state as { idx?: number | null } | null)?.idx === 0
      if (isFirst) goReturn(to)
      else void navigate(isOnSheetEntry() ? -2 : -1)
    })
}

const isPlace = (to: string | undefined): to is string => to?.startsWith('/') === true && !to.startsWith('//')

const RETURN = { isReturn: true }
export const isReturn = (state: unknown): boolean => (state as typeof RETURN | null)?.isReturn === true
