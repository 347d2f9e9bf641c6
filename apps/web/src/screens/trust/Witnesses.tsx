import { Button } from '@rueda/ui/actions/Button.tsx'
import { formatDateTime } from '@rueda/ui/formats/dates.ts'
import type { Language } from '@rueda/ui/formats/languages.ts'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { useState } from 'react'
import { useText } from '../../shared/text/text.ts'
import { useKept } from '../../shared/trust/use-kept.ts'
import { acceptWitnesses } from '../../shared/trust/watch.ts'
import { type Witnessing, isWitnessed, witnessNames } from '../../shared/trust/witnessing.ts'

/** Whether somebody outside the house has seen the same log, by the policy that this device pinned. */
export function Witnesses() {
  const { log, readAt } = useKept()
  const [openedAt] = useState(Date.now)
  const witnessing = log?.witnessing
  if (witnessing === undefined || witnessing.policy === null) return <OurWordOnly />
  return (
    <>
      {witnessing.other === null ? null : <OtherWitnesses policy={witnessing.other.policy} />}
      {isWitnessed(witnessing, Math.max(openedAt, readAt ?? 0)) ? <Witnessed {...witnessing} /> : <Silent {...witnessing} />}
    </>
  )
}

function OurWordOnly() {
  const t = useText('trust')
  return (
    <InlineMessage tone="warn" title={t('word.title')}>
      {t('word.text')}
    </InlineMessage>
  )
}

function Witnessed({ by, at }: Witnessing) {
  const t = useText('trust')
  const { language } = useUi()
  return (
    <InlineMessage tone="up" title={t('witnesses.title', { names: listOf(language, by) })}>
      {t('witnesses.text', { at: formatDateTime(at) })}
    </InlineMessage>
  )
}

/** Without their word it is the house's alone, as it would be without witnesses. */
function Silent({ policy, at }: Witnessing) {
  const t = useText('trust')
  const { language } = useUi()
  const names = listOf(language, witnessNames(policy))
  return (
    <InlineMessage tone="warn" title={t('word.title')}>
      {at === null ? t('witnesses.none', { names }) : t('witnesses.silent', { names, at: formatDateTime(at) })}
    </InlineMessage>
  )
}

function OtherWitnesses({ policy }: Readonly<{ policy: string | null }>) {
  const t = useText('trust')
  const { language } = useUi()
  const names = witnessNames(policy)
  return (
    <InlineMessage
      tone="warn"
      title={t('witnesses.other')}
      action={
        <Button tone="secondary" onPress={acceptWitnesses}>
          {t('witnesses.accept')}
        </Button>
      }
    >
      {names.length === 0 ? t('witnesses.gone') : t('witnesses.changed', { names: listOf(language, names) })}
    </InlineMessage>
  )
}

const listOf = (language: Language, names: readonly string[]): string => new Intl.ListFormat(language, { type: 'unit' }).format(names)
