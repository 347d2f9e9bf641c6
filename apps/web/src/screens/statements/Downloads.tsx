import { statementFormats, statements } from '@rueda/contract/statements.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { formatMonth } from '@rueda/ui/formats/dates.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { Download, ShieldCheck } from 'lucide-react'
import { useDownload } from '../../shared/lists/use-download.ts'
import { call } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'

const PROOF = 'proof'
const formats = [...statementFormats, PROOF] as const
type Format = (typeof formats)[number]

/** The month as a file; each is made by the server out of the ledger. Compact, they stand in the line of a table. */
export function Downloads({ month, compact = false }: Readonly<{ month: string; compact?: boolean }>) {
  const t = useText('statements')
  const { language, offline } = useUi()
  const { busy, download } = useDownload<Format>()
  const save = (format: Format) => void download(format, () => call(statements.download, { month, format }))
  const label = (format: Format) =>
    format === PROOF
      ? `${t('proof.save')}: ${formatMonth(language, month)}`
      : t('download', { format: format.toUpperCase(), month: formatMonth(language, month) })
  if (compact)
    return formats.map((format) => (
      <button
        key={format}
        type="button"
        aria-label={label(format)}
        disabled={offline || busy !== null}
        onClick={() => save(format)}
        className="rounded-chip bg-s2 px-2 py-1 text-micro text-text1 hover:bg-s3 disabled:text-text3"
      >
        {format === PROOF ? <ShieldCheck aria-hidden size={14} /> : format.toUpperCase()}
      </button>
    ))
  return formats.map((format) => (
    <Button key={format} tone="secondary" label={label(format)} busy={busy === format} disabled={offline} onPress={() => save(format)}>
      {format === PROOF ? <ShieldCheck aria-hidden size={16} /> : <Download aria-hidden size={16} />}
      {format === PROOF ? t('proof.save') : format.toUpperCase()}
    </Button>
  ))
}
