import type { SupportTopic } from '@rueda/rules/support/thread.ts'
import { Headset } from 'lucide-react'
import { hrefTo } from '../pages/go.ts'
import { useText } from '../text/text.ts'

type SupportLinkProps = Readonly<{
  topic: SupportTopic
  /** "withdrawal:<id>": the card beside the first message. */
  record?: string | undefined
}>

/** The way to ask a person, beside everything that was refused. */
export function SupportLink({ topic, record }: SupportLinkProps) {
  const t = useText('support')
  return (
    <a
      href={hrefTo('pages/service/index', { topic, record })}
      className="inline-flex min-h-11 items-center gap-1.5 self-start text-label font-medium text-accent"
    >
      <Headset aria-hidden size={18} strokeWidth={1.75} />
      {t('ask')}
    </a>
  )
}
