import type { DataOf } from '@rueda/contract/endpoint.ts'
import { security } from '@rueda/contract/security.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { useCall } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { useSayFailure } from '../../shared/failures/use-say-failure.ts'

/** All data kept about the customer, as a file. */
export function ExportData() {
  const t = useText('security')
  const onError = useSayFailure()
  const ask = useCall(security.exportData, { onDone: save, onError })
  return (
    <Card title={t('export.title')}>
      <div className="flex flex-col gap-3">
        <p className="text-label font-normal text-text2">{t('export.why')}</p>
        <Button tone="secondary" wide busy={ask.pending} onPress={() => void ask.run({})}>
          {t('export.do')}
        </Button>
      </div>
    </Card>
  )
}

/** The server names the file, and sends it for a quarter of an hour. */
function save({ link }: DataOf<typeof security.exportData>): void {
  const anchor = document.createElement('a')
  anchor.href = link
  anchor.download = ''
  anchor.click()
}
