import { Button } from '@rueda/ui/actions/Button.tsx'
import { toneText } from '@rueda/ui/look/tone.ts'
import { classes } from '@rueda/ui/look/classes.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react'
import { useText } from '../../shared/text/text.ts'
import { useWatch } from '../../shared/trust/watch.ts'
import type { ClaimName } from './claims.ts'
import { type Finding, type Tone, sentence } from '../../shared/findings/findings.ts'
import { type Claim, useClaim } from './use-claim.ts'

/** One claim: what is said, against whom it holds, what this device found, and its check. */
export function ClaimRow({ name }: Readonly<{ name: ClaimName }>) {
  const t = useText('trust')
  const claim = useClaim(name)
  return (
    <section aria-label={t(`claim.${name}`)} className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3.5">
      <div className="min-w-0 flex-1 basis-60">
        <h3 className="text-row font-semibold">{t(`claim.${name}`)}</h3>
        <p className="pt-0.5 text-meta text-text3">{t(`against.${name}`)}</p>
        <div role="status" className="pt-1.5">
          {claim.isBusy ? <Working name={name} claim={claim} /> : <Found finding={claim.finding} />}
        </div>
      </div>
      <Button tone="secondary" busy={claim.isBusy} label={`${t('check')}: ${t(`claim.${name}`)}`} onPress={claim.run}>
        {t('check')}
      </Button>
    </section>
  )
}

/** What the check does just now. */
function Working({ name, claim: { progress } }: Readonly<{ name: ClaimName; claim: Claim }>) {
  const t = useText('trust')
  const step = useWatch((watch) => watch.step)
  if (name === 'history' && step !== null) return <Line>{t(`step.${step}`)}</Line>
  if (progress !== null) return <Line>{t('step.of', { num: String(progress.done + 1), total: String(progress.of) })}</Line>
  return <Line>{t('step.read')}</Line>
}

const Line = ({ children }: Readonly<{ children: string }>) => <p className="num text-meta text-text2">{children}</p>

const icons = { good: CircleCheck, bad: CircleAlert, open: CircleDashed }
const tones = { good: toneText.accent, bad: toneText.danger, open: toneText.flat } as const satisfies Record<Tone, string>

/** The last finding, in one sentence with its date. */
export function Found({ finding }: Readonly<{ finding: Finding | null }>) {
  const t = useText('trust')
  const { language } = useUi()
  if (finding === null) return <p className="text-meta text-text3">{t('found.never')}</p>
  const Icon = icons[finding.tone]
  return (
    <p className="num flex items-start gap-2 text-meta text-text1">
      <Icon aria-hidden size={16} className={classes('mt-px flex-none', tones[finding.tone])} />
      <span className="min-w-0">{sentence(t, language, finding)}</span>
    </p>
  )
}
