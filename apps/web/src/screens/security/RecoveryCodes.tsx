import { Button } from '@rueda/ui/actions/Button.tsx'
import { CopyButton } from '@rueda/ui/actions/CopyButton.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { useLastShown } from '@rueda/ui/sheets/use-last-shown.ts'
import { useText } from '../../shared/text/text.ts'

type RecoveryCodesProps = Readonly<{ codes: readonly string[] | null; onClose: () => void }>

/** The codes, this once: to copy, to keep as a file, or to write down. */
export function RecoveryCodes({ codes, onClose }: RecoveryCodesProps) {
  const t = useText('security')
  const shown = useLastShown(codes) ?? []
  const text = shown.join('\n')
  return (
    <Sheet open={codes !== null} onClose={onClose} title={t('recovery.title')}>
      <div className="flex flex-col gap-4">
        <p className="text-label font-normal text-text2">{t('recovery.why')}</p>
        <ul className="num grid grid-cols-2 gap-x-4 gap-y-2 rounded-control bg-s2 px-4 py-3 text-body">
          {shown.map((code) => (
            <li key={code} className="text-center">
              {code}
            </li>
          ))}
        </ul>
        <div className="flex items-center justify-between gap-4">
          <CopyButton value={text} label={t('recovery.title')} />
          <a
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
            download="rueda-recovery-codes.txt"
            className="hit inline-flex min-h-8 items-center text-meta font-medium text-accent"
          >
            {t('recovery.download')}
          </a>
        </div>
        <Button size="large" wide onPress={onClose}>
          {t('recovery.kept')}
        </Button>
      </div>
    </Sheet>
  )
}
