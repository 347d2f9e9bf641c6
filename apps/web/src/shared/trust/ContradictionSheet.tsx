import { Button } from '@rueda/ui/actions/Button.tsx'
import { formatDateTime } from '@rueda/ui/formats/dates.ts'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { type ReactNode, useState } from 'react'
import { useText } from '../text/text.ts'
import type { Contradiction } from './kept.ts'
import { SaveEvidence } from './SaveEvidence.tsx'
import { acceptHistory } from './watch.ts'

type ContradictionSheetProps = Readonly<{ contradiction: Contradiction; open: boolean; onClose: () => void }>

/** What a contradiction means, what can be done about it, and the one way to go on that is the customer's own. */
export function ContradictionSheet({ contradiction, open, onClose }: ContradictionSheetProps) {
  const t = useText('trust')
  const [isAccepting, setAccepting] = useState(false)
  const close = () => {
    setAccepting(false)
    onClose()
  }
  const accept = () => {
    close()
    acceptHistory()
  }
  if (isAccepting) {
    return (
      <Sheet open={open} onClose={close} onBack={() => setAccepting(false)} title={t('accept.ask')}>
        <p className="mb-4 text-row font-normal text-text2">{t('accept.text')}</p>
        <Button tone="danger" size="large" wide onPress={accept}>
          {t('accept.confirm')}
        </Button>
      </Sheet>
    )
  }
  return (
    <Sheet open={open} onClose={close} title={t('why.title')}>
      <div className="flex flex-col gap-4 pb-2">
        <Part>
          <p className="text-row font-semibold">{t(`why.${contradiction.kind}`)}</p>
          <p className="num text-meta text-text3">{t('why.seen', { at: formatDateTime(contradiction.at) })}</p>
          <p>{t('why.cause')}</p>
        </Part>
        <Part title={t('why.doTitle')}>
          <ol className="flex list-decimal flex-col gap-1.5 pl-5">
            <li>{t('why.doSave')}</li>
            <li>{t('why.doTake')}</li>
            <li>{t('why.doStop')}</li>
          </ol>
        </Part>
        <SaveEvidence contradiction={contradiction} />
        <Part title={t('accept.title')}>
          <p>{t('accept.text')}</p>
        </Part>
        <Button tone="secondary" wide onPress={() => setAccepting(true)}>
          {t('accept.begin')}
        </Button>
      </div>
    </Sheet>
  )
}

const Part = ({ title, children }: Readonly<{ title?: string; children: ReactNode }>) => (
  <section className="flex flex-col gap-1.5 text-label font-normal text-text2">
    {title === undefined ? null : <h3 className="text-row font-semibold text-text1">{title}</h3>}
    {children}
  </section>
)
