import { statementFormats, statements } from '@rueda/contract/statements.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { Download } from 'lucide-react'
import { useDownload } from '../../shared/lists/use-download.ts'
import { call } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'

type Format = (typeof statementFormats)[number]

/** The month as a file; each is made by the server out of the ledger. */
export function Downloads({ month }: Readonly<{ month: string }>) {
  const t = useText('statements')
  const { offline } = useUi()
  const { busy, download } = useDownload<Format>(t('saved'))
  return statementFormats.map((format) => (
    <Button
      key={format}
      tone="secondary"
      label={t('download', { format: format.toUpperCase() })}
      busy={busy === format}
      disabled={offline}
      onPress={() => void download(format, () => call(statements.download, { month, format }))}
    >
      <Download aria-hidden size={16} /> {format.toUpperCase()}
    </Button>
  ))
}
