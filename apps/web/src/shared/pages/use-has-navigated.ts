import { useState } from 'react'
import { useLocation } from 'react-router'

/** False for the page that the app was opened with, until it is left: coming back to it is a later visit. */
export function useHasNavigated(): boolean {
  const { pathname, key } = useLocation()
  const address = `${key} ${pathname}`
  const [opened] = useState(address)
  const [isLeft, setLeft] = useState(false)
  if (!isLeft && address !== opened) setLeft(true)
  return isLeft
}
