import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

type Read<Data> = Pick<UseQueryResult<Data>, 'data' | 'isPlaceholderData' | 'errorUpdateCount'>

/**
 * What a read shows that keeps what it held before: the data of another input stand for a moment, so that nothing flickers while somebody
 * types, and not once the read of the present one takes long, has failed, or is tried again.
 */
export function useOfThis<Data>({ data, isPlaceholderData, errorUpdateCount }: Read<Data>): Data | undefined {
  const isLate = useStandsLong(isPlaceholderData)
  return isPlaceholderData && (isLate || errorUpdateCount > 0) ? undefined : data
}

const MOMENT_MS = 1_000

/** True once something has been so for more than a moment. */
function useStandsLong(isSo: boolean): boolean {
  const [isLong, setLong] = useState(false)
  if (!isSo && isLong) setLong(false)
  useEffect(() => {
    if (!isSo) return
    const timer = setTimeout(() => setLong(true), MOMENT_MS)
    return () => clearTimeout(timer)
  }, [isSo])
  return isSo && isLong
}
