import type { DataOf } from '@rueda/contract/endpoint.ts'
import { security } from '@rueda/contract/security.ts'
import { Button } from '@rueda/ui/Button.tsx'
import { Card } from '@rueda/ui/Card.tsx'
import { useCall } from '../../app/api.ts'
import { useText } from '../../app/text.ts'
import { useSayFailure } from './say-failure.ts'

/** Everything that is kept about somebody, as a file. */
export function ExportData() {
  const t = useText('security')
  const onError = useSayFailure()
  const ask = useCall(security.exportData, { onDone: save, onError })
  return (
    <Card title={t('export.title')}>
      <div className="flex flex-col gap-3">
        <p className="text-body text-text2">{t('export.why')}</p>
        <Button tone="secondary" wide busy={ask.pending} onPress={() => void ask.run({})}>
          {t('export.do')}
        </Button>
      </div>
    </Card>
  )
}

function save({ name, zip }: DataOf<typeof security.exportData>): void {
  const bytes = Uint8Array.from(atob(zip), (letter) => letter.charCodeAt(0))
  const address = URL.createObjectURL(new Blob([bytes], { type: 'application/zip' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
