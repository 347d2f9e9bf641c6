import { useQueryClient } from '@tanstack/react-query'

export const READ_AGAIN = 'read again'

/** Beside a screen: a button that reads everything on screen again, as a frame of the server's does. */
export function ReadAgain() {
  const cache = useQueryClient()
  return (
    <button type="button" onClick={() => void cache.invalidateQueries()}>
      {READ_AGAIN}
    </button>
  )
}
