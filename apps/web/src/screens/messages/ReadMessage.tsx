import { type Message, messages } from '@rueda/contract/messages.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { RecordIcon } from '@rueda/ui/lists/RecordRow.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDateTime } from '@rueda/ui/formats/dates.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MailX } from 'lucide-react'
import { useEffect } from 'react'
import { asApiError } from '../../shared/server/api-error.ts'
import { refreshAfter } from '../../shared/server/refresh-after.ts'
import { query } from '../../shared/server/api.ts'
import { hrefTo } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { iconOf } from './message-icons.ts'
import { linkTargetOf } from './message-link.ts'
import { shownContent } from './shown-content.ts'

const IDENTIFIER = /^[0-9a-f-]{36}$/

/** A message in full, which counts as read from then on. */
export function ReadMessage({ id }: Readonly<{ id: string }>) {
  const known = IDENTIFIER.test(id)
  const cache = useQueryClient()
  const read = useQuery({ ...query(messages.read, { id }), enabled: known })
  const isRead = read.data !== undefined
  useEffect(() => {
    if (isRead) void refreshAfter(cache, messages.read)
  }, [cache, isRead])
  if (!known || (read.error !== null && asApiError(read.error).is('object.not_found'))) return <Gone />
  return (
    <Loaded query={read} reason={whyFailed}>
      {(message) => <Letter message={message} />}
    </Loaded>
  )
}

function Letter({ message }: { message: Message }) {
  const t = useText('messages')
  const { hidesAmounts } = useUi()
  const Icon = iconOf(message.type)
  const target = linkTargetOf(message.link)
  return (
    <>
      <Card>
        <article className="flex flex-col gap-3">
          <header className="flex items-start gap-3">
            <RecordIcon icon={Icon} />
            <div className="min-w-0 flex-1">
              <h2 className="text-title">{message.title}</h2>
              <p className="num text-meta text-text3">{formatDateTime(message.createTimestamp)}</p>
            </div>
          </header>
          <p className="text-row font-normal text-pretty whitespace-pre-line">{shownContent(message, hidesAmounts)}</p>
        </article>
      </Card>
      {target === null ? null : (
        <Button tone="secondary" size="large" wide href={target.href}>
          {t(`open.${target.kind}`)}
        </Button>
      )}
    </>
  )
}

function Gone() {
  const t = useText('messages')
  return <EmptyState icon={MailX} text={t('gone')} action={<Button href={hrefTo('pages/notice/index')}>{t('back')}</Button>} />
}
