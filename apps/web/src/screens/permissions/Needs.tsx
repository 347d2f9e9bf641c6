import type { PermissionType } from '@rueda/rules/permissions/permission.ts'
import { classes } from '@rueda/ui/look/classes.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatMoney, formatNumber } from '@rueda/ui/formats/format.ts'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { useText } from '../../shared/text/text.ts'
import type { Held } from './PermissionCard.tsx'
import { isOldEnough, ownsEnough } from './unmet.ts'

type Need = Readonly<{ label: string; now?: string; met: boolean | null }>

/** The requirements, each with a tick that shows if it is met at this moment; null where only the application decides. */
export function Needs({ type, held }: Readonly<{ type: PermissionType; held: Held }>) {
  const t = useText('permissions')
  const needs = useNeeds(type, held)
  return (
    <section aria-label={`${t('needs')}: ${t(`type.${type}`)}`}>
      <h3 className="pb-1.5 text-label text-text2">{t('needs')}</h3>
      <ul className="flex flex-col gap-2">
        {needs.map(({ label, now, met }) => {
          const Icon = met === true ? CircleCheck : CircleDashed
          return (
            <li key={label} className="flex items-start gap-2.5 text-label font-normal">
              <Icon aria-hidden size={20} strokeWidth={1.75} className={classes('flex-none', met === true ? 'text-up' : 'text-text3')} />
              <span className="min-w-0">
                {label}
                {met === null ? null : <span className="sr-only"> · {t(met ? 'need.met' : 'need.open')}</span>}
                {now === undefined ? null : <span className="num block text-meta text-text3">{now}</span>}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function useNeeds(type: PermissionType, { requirements }: Held): readonly Need[] {
  const t = useText('permissions')
  const { language } = useUi()
  const { identified, accountDays, accountDaysNeeded, assets, assetsNeeded, institution } = requirements
  const whole = (value: number): string => formatNumber(language, String(value), { least: 0, most: 0 })
  const dollars = (value: string): string => formatMoney(language, value, 'USD')
  const identity = { label: t('need.identity'), met: identified === 1 }
  if (type === 'institution') return [identity, { label: t('need.papers'), met: null }]
  if (type === 'trading') return [identity, { label: t('need.institution'), met: institution === 1 }]
  return [
    identity,
    {
      label: t('need.age', { num: whole(accountDaysNeeded) }),
      now: t('need.age.now', { num: whole(accountDays) }),
      met: isOldEnough(requirements),
    },
    {
      label: t('need.assets', { amount: dollars(assetsNeeded) }),
      now: t('need.assets.now', { amount: dollars(assets) }),
      met: ownsEnough(requirements),
    },
    { label: t('need.quiz'), met: null },
  ]
}
