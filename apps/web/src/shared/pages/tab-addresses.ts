import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { type TabName, tabPaths, tabs } from '../../routes.ts'
import { type Query, hrefTo } from './go.ts'

/** The query that each place of the app was left with: the market and list chosen there, the tab of trading. */
const left = new Map<TabName, string>()

/** Where a tab leads: to its page as it was left, as long as the app is open. Home has nothing to choose. */
export function useTabAddress(): (tab: TabName) => string {
  const { pathname, search } = useLocation()
  const here = tabs.find((tab) => tab !== 'home' && pathname === `/${tabPaths[tab]}`)
  const [, show] = useState('')
  useEffect(() => {
    if (here === undefined || left.get(here) === search) return
    left.set(here, search)
    show(`${here}${search}`)
  }, [here, search])
  return (tab) => `${hrefTo(tabPaths[tab])}${left.get(tab) ?? ''}`
}

/** The same for a shortcut, which goes without a link. */
export const queryLeftOn = (tab: TabName): Query => Object.fromEntries(new URLSearchParams(left.get(tab)))

/** Whoever signs in next begins where everybody begins. */
export const forgetTabAddresses = (): void => left.clear()
