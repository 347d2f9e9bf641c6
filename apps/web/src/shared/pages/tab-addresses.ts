import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { create } from 'zustand'
import { type TabName, tabPaths, tabs } from '../../routes.ts'
import { type Query, hrefTo } from './go.ts'

/** The query that each place of the app was left with: the market and list chosen there, the tab of trading. */
type Left = Readonly<Partial<Record<TabName, string>>>
const useLeft = create<Left>()(() => ({}))

/** Where a tab leads: to its page as it was left, as long as the app is open. Home has nothing to choose. */
export function useTabAddress(): (tab: TabName) => string {
  const { pathname, search } = useLocation()
  const here = tabs.find((tab) => tab !== 'home' && pathname === `/${tabPaths[tab]}`)
  const left = useLeft()
  useEffect(() => {
    if (here !== undefined) useLeft.setState({ [here]: search })
  }, [here, search])
  return (tab) => `${hrefTo(tabPaths[tab])}${left[tab] ?? ''}`
}

/** The same for a shortcut, which goes without a link. */
export const queryLeftOn = (tab: TabName): Query => Object.fromEntries(new URLSearchParams(useLeft.getState()[tab]))

/** Whoever signs in next begins where everybody begins. */
export const forgetTabAddresses = (): void => useLeft.setState({}, true)
