import { type confirmationFormats, statements } from '@rueda/contract/statements.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { TextLink } from '@rueda/ui/layout/SectionHeader.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { FileDown, ShieldCheck } from 'lucide-react'
import { useDownload } from '../lists/use-download.ts'
import { hrefTo } from '../pages/go.ts'
import { call } from '../server/api.ts'
import { useText } from '../text/text.ts'

/**
 * What was executed of an order as a PDF that the server makes, which has the head of the account's chain, what proves it as a file, and the way
 * to where that is checked. There is none before the first execution.
 */
export function ConfirmationButton({ orderId }: Readonly<{ orderId: string }>) {
  const t = useText('statements')
  const titles = useText('titles')
  const { offline } = useUi()
  const { busy, download } = useDownload<(typeof confirmationFormats)[number]>()
  const save = (format: 'pdf' | 'proof') => void download(format, () => call(statements.confirm, { orderId, format }))
  return (
    <>
      <Button
        tone="secondary"
        size="large"
        label={t('confirmation.save')}
        busy={busy === 'pdf'}
        disabled={offline}
        onPress={() => save('pdf')}
      >
        <FileDown aria-hidden size={18} /> PDF
      </Button>
      <Button tone="secondary" size="large" busy={busy === 'proof'} disabled={offline} onPress={() => save('proof')}>
        <ShieldCheck aria-hidden size={18} className="flex-none" /> {t('proof.save')}
      </Button>
      <p className="flex min-h-11 items-center justify-center">
        <TextLink href={hrefTo('pages/trust/index')}>{titles('trust')}</TextLink>
      </p>
    </>
  )
}
