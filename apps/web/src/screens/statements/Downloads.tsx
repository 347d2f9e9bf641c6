import { statementFormats, statements } from '@rueda/contract/statements.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { toast } from '@rueda/ui/messages/toast.ts'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { asApiError } from '../../shared/server/api-error.ts'
import { call } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { useSayFailure } from '../../shared/failures/use-say-failure.ts'
import { saveFile } from '../../shared/lists/save-file.ts'

type Format = (typeof statementFormats)[number]

/** The month as a file; each is made by the server out of the ledger. */
export function Downloads({ month }: Readonly<{ month: string }>) {
  const t = useText('statements')
  const { offline } = useUi()
  const sayFailure = useSayFailure()
  const [busy, setBusy] = useState<Format | null>(null)
  const save = async (format: Format) => {
    setBusy(format)
    try {
      const { fileName, mediaType, content } = await call(statements.download, { month, format })
      saveFile(
        fileName,
        mediaType,
        Uint8Array.from(atob(content), (letter) => letter.codePointAt(0) ?? 0),
      )
      await toast(t('saved'))
    } catch (thrown) {
      sayFailure(asApiError(thrown))
    } finally {
      setBusy(null)
    }
  }
  return statementFormats.map((format) => (
    <Button
      key={format}
      tone="secondary"
      label={t('download', { format: format.toUpperCase() })}
      busy={busy === format}
      disabled={offline}
      onPress={() => void save(format)}
    >
      <Download aria-hidden size={16} /> {format.toUpperCase()}
    </Button>
  ))
}
