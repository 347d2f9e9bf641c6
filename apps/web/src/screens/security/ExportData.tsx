import type { DataOf } from '@rueda/contract/endpoint.ts'
import { security } from '@rueda/contract/security.ts'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { useState } from 'react'
import { saveFile } from '../../shared/lists/save-file.ts'
import type { ApiError } from '../../shared/server/api-error.ts'
import { useCall } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { useSayFailure } from '../../shared/failures/use-say-failure.ts'

type Made = DataOf<typeof security.exportData>

/** All data kept about the customer, as a file. One that does not arrive is fetched again from where it lies, since another is made only later. */
export function ExportData() {
  const t = useText('security')
  const sayFailure = useSayFailure()
  const [fetching, setFetching] = useState(false)
  const [missed, setMissed] = useState<Made | null>(null)
  const bring = async (made: Made): Promise<void> => {
    setFetching(true)
    setMissed((await isSaved(made)) ? null : made)
    setFetching(false)
  }
  const onError = (error: ApiError): void => {
    if (minutesIn(error) === null) sayFailure(error)
  }
  const ask = useCall(security.exportData, { onDone: (made) => void bring(made), onError })
  const busy = ask.pending || fetching
  const minutes = ask.error === null ? null : minutesIn(ask.error)
  return (
    <Card title={t('export.title')}>
      <div className="flex flex-col gap-3">
        <p className="text-label font-normal text-text2">{t('export.why')}</p>
        {missed === null ? null : <InlineMessage tone="danger">{t('export.missed')}</InlineMessage>}
        {minutes === null ? null : <InlineMessage tone="warn">{t('export.later', { num: String(minutes) })}</InlineMessage>}
        <Button tone="secondary" wide busy={busy} onPress={() => (missed === null ? void ask.run({}) : void bring(missed))}>
          {t(missed === null ? 'export.do' : 'export.again')}
        </Button>
      </div>
    </Card>
  )
}

/** Whole minutes until another is made; null for every other refusal, and for a moment. */
function minutesIn(error: ApiError): number | null {
  const { retryAfterMs = 0 } = (error.data ?? {}) as { retryAfterMs?: number }
  return error.is('rate.limited') && retryAfterMs > MINUTE_MS ? Math.ceil(retryAfterMs / MINUTE_MS) : null
}

const FILE = 'rueda.zip'
const ZIP = 'application/zip'
const NAME = /filename="([^"]+)"/u

/** Saves the file under the server's name for it; false where it did not come, which a link alone would not tell. */
async function isSaved({ link }: Made): Promise<boolean> {
  try {
    const answer = await fetch(link)
    if (!answer.ok) return false
    const name = NAME.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? FILE
    saveFile(name, ZIP, new Uint8Array(await answer.arrayBuffer()))
    return true
  } catch {
    return false
  }
}
