import { suitability } from '@rueda/contract/suitability.ts'
import { BlockerButton } from '@rueda/ui/actions/BlockerButton.tsx'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { useFailureText } from '../../shared/failures/use-failure-text.ts'
import { backTextOf } from '../../shared/pages/back-text.ts'
import { useBackTo, useGoReturn, useQueryOfPage } from '../../shared/pages/go.ts'
import { useCall } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import type { Attempt, Standing } from './Suitability.tsx'

type BeginProps = Readonly<{
  standing: Standing
  onBegun: (attempt: Attempt) => void
  tone?: 'primary' | 'secondary'
  /** True beside a result that failed. */
  again?: boolean
}>

/** Draws the questions, or goes on with those that were drawn. */
export function BeginButton({ standing: { begun, status }, onBegun, tone = 'primary', again = false }: BeginProps) {
  const t = useText('suitability')
  const { offline, text } = useUi()
  const failureText = useFailureText()
  const begin = useCall(suitability.begin, { onDone: onBegun })
  const label = begun === 1 ? t('continue') : status === 'passed' ? t('renew') : again ? t('again') : t('begin')
  return (
    <div className="min-w-0 flex-1">
      {begin.error === null ? null : (
        <p role="alert" className="pb-2 text-meta text-danger">
          {failureText(begin.error)}
        </p>
      )}
      <BlockerButton
        tone={tone}
        label={label}
        busy={begin.pending}
        onPress={() => void begin.run({})}
        blockers={[{ when: offline, label: text.offline }]}
      />
    </div>
  )
}

/** Leads back to what asked for it, by its name; without it to the profile. */
export function LeaveButton({ tone = 'primary' }: Readonly<{ tone?: 'primary' | 'secondary' }>) {
  const t = useText('suitability')
  const common = useText('common')
  const { return: to } = useQueryOfPage()
  const goReturn = useGoReturn()
  const backTo = useBackTo()
  return (
    <Button size="large" wide tone={tone} onPress={() => (to === undefined ? backTo('/pages/profile/index') : goReturn(to))}>
      {to === undefined ? t('done') : common(backTextOf(to))}
    </Button>
  )
}
