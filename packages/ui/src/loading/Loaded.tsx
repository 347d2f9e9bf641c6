import type { ReactNode } from 'react'
import { Retry } from './Retry.tsx'
import { SkeletonRows, Waiting } from './Skeleton.tsx'

/** The state of a read as a component sees it, whatever does the reading. */
export type Loading<Data> = Readonly<{
  data: Data | undefined
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}>

type LoadedProps<Data> = Readonly<{
  query: Loading<Data>
  /** The shape of what will come; five rows unless set. */
  skeleton?: ReactNode | undefined
  /** Says that loaded data holds nothing, to show `empty`. */
  isEmpty?: ((data: Data) => boolean) | undefined
  empty?: ReactNode | undefined
  /** Words for an error: its message unless set. */
  reason?: ((error: unknown) => 'timeout' | 'network' | Readonly<{ message: string }>) | undefined
  /** Shows what stands below it on the page with its data, or after three seconds, where nobody can say beforehand how tall it will be. */
  hidesBelow?: boolean | undefined
  children: (data: Data) => ReactNode
}>

/** Every state of a read in one place: skeleton, retry, empty, and its data. Data once shown stays when a refetch fails. */
export function Loaded<Data>(props: LoadedProps<Data>) {
  const { query, skeleton = <SkeletonRows />, isEmpty, empty, reason = reasonOf, hidesBelow = false, children } = props
  if (query.data !== undefined) return isEmpty?.(query.data) === true ? empty : children(query.data)
  if (query.error !== null && query.error !== undefined) {
    return <Retry reason={reason(query.error)} busy={query.isFetching} onRetry={() => void query.refetch()} />
  }
  return <Waiting hidesBelow={hidesBelow}>{skeleton}</Waiting>
}

/** A time-out and a lost connection have words of ours; any other error shows its own message. */
export function reasonOf(error: unknown): 'timeout' | 'network' | Readonly<{ message: string }> {
  if (!(error instanceof Error) || error instanceof TypeError) return 'network'
  const kind = 'kind' in error ? error.kind : error.name
  if (kind === 'timeout' || kind === 'TimeoutError') return 'timeout'
  return kind === 'network' ? 'network' : { message: error.message }
}
