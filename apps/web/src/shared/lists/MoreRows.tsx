import { Retry } from '@rueda/ui/loading/Retry.tsx'
import { Spinner } from '@rueda/ui/loading/Spinner.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { useEffect, useEffectEvent, useRef } from 'react'
import { whyFailed } from '../failures/why-failed.ts'

type PagedRead = Readonly<{
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  error: unknown
  fetchNextPage: () => unknown
}>

const AHEAD = '200px'

/** The end of a list that is read page by page: fetches more as it comes into view, and says when there is no more. */
export function MoreRows({ read }: { read: PagedRead }) {
  const { text } = useUi()
  const end = useRef<HTMLDivElement>(null)
  const more = useEffectEvent(() => {
    if (read.hasNextPage && !read.isFetchingNextPage && !read.isFetchNextPageError) void read.fetchNextPage()
  })
  useEffect(() => {
    if (end.current === null) return
    const observer = new IntersectionObserver(([entry]) => (entry?.isIntersecting === true ? more() : undefined), { rootMargin: AHEAD })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [read.isFetchingNextPage])
  if (read.isFetchNextPageError)
    return <Retry reason={whyFailed(read.error)} busy={read.isFetchingNextPage} onRetry={() => void read.fetchNextPage()} />
  return (
    <div ref={end} className="grid min-h-11 place-items-center py-2 text-meta text-text3">
      {read.isFetchingNextPage ? <Spinner /> : read.hasNextPage ? null : text.end}
    </div>
  )
}
