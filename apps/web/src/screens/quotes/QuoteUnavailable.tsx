import { Button } from '@rueda/ui/actions/Button.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { Retry } from '@rueda/ui/loading/Retry.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { Skeleton, Waiting } from '@rueda/ui/loading/Skeleton.tsx'
import { SearchX } from 'lucide-react'
import { ApiError } from '../../shared/server/api-error.ts'
import { hrefTo } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'

type QuoteUnavailableProps = Readonly<{
  title: string
  subtitle: string
  query: Readonly<{ error: unknown; isFetching: boolean; refetch: () => unknown }>
  /** The address names no instrument at all. */
  missing: boolean
}>

/** A quote page without its quote: still loading, failed, or of something that does not exist. */
export function QuoteUnavailable({ title, subtitle, query, missing }: QuoteUnavailableProps) {
  const unknown = missing || (query.error instanceof ApiError && query.error.is('instrument.unknown'))
  return (
    <Screen title={title} subtitle={subtitle}>
      {unknown ? <Unknown /> : query.error === null ? <QuoteSkeleton /> : <Failed query={query} />}
    </Screen>
  )
}

function Unknown() {
  const t = useText('quotes')
  return (
    <EmptyState icon={SearchX} text={t('unknown')} action={<Button href={hrefTo('pages/search/index')}>{t('unknown.search')}</Button>} />
  )
}

const Failed = ({ query }: Pick<QuoteUnavailableProps, 'query'>) => (
  <Retry reason={whyFailed(query.error)} busy={query.isFetching} onRetry={() => void query.refetch()} />
)

function QuoteSkeleton() {
  return (
    <Waiting>
      <div className="flex flex-col gap-3">
        <Skeleton width={160} height={36} />
        <Skeleton width={200} height={20} />
        <Skeleton height={260} className="rounded-card" />
        <Skeleton height={40} className="rounded-control" />
        <Skeleton height={180} className="rounded-card" />
      </div>
    </Waiting>
  )
}
