import { Card } from '@rueda/ui/layout/Card.tsx'
import { BadgeCheck, Camera, Clock3 } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useText } from '../../shared/text/text.ts'
import { DocumentChoice } from './DocumentChoice.tsx'

/** The start of the check: its purpose, its requirements, and the choice of a paper. */
export function IdentityStart() {
  const t = useText('kyc')
  return (
    <>
      <Card>
        <p className="pb-3 text-label font-normal text-text2">{t('start.why')}</p>
        <ul className="flex flex-col gap-3">
          <Need icon={BadgeCheck} text={t('start.paper')} />
          <Need icon={Camera} text={t('start.photos')} />
          <Need icon={Clock3} text={t('start.time')} />
        </ul>
      </Card>
      <DocumentChoice />
      <p className="text-meta text-text3">{t('start.kept')}</p>
    </>
  )
}

const Need = ({ icon: Icon, text }: Readonly<{ icon: LucideIcon; text: string }>) => (
  <li className="flex items-center gap-3 text-row font-normal">
    <Icon aria-hidden size={22} strokeWidth={1.75} className="flex-none text-accent" />
    {text}
  </li>
)
