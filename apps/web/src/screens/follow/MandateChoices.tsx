import { type FollowOrder, follow } from '@rueda/contract/follow.ts'
import { Chip, ChipRow } from '@rueda/ui/choices/Chip.tsx'
import { Switch } from '@rueda/ui/fields/Switch.tsx'
import { toast } from '@rueda/ui/messages/toast.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatPercent } from '@rueda/ui/formats/format.ts'
import { FormError } from '../../shared/failures/FormError.tsx'
import { useCall } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'

const LIMITS = [null, 10, 20, 30] as const

/** Another term after this one, which is asked for and never happens by itself. */
export function Renewal({ mandate: { id, renews } }: Readonly<{ mandate: FollowOrder }>) {
  const t = useText('follow')
  const { offline } = useUi()
  const changing = useCall(follow.renew, { onDone: (now) => void toast(t(now.renews === 1 ? 'renew.done' : 'renew.undone')) })
  return (
    <div className="flex flex-col gap-1">
      <div className="flex min-h-11 items-center justify-between gap-3">
        <p className="text-label">{t('renew')}</p>
        <Switch
          label={t('renew')}
          on={renews === 1}
          disabled={offline || changing.pending}
          onChange={(on) => void changing.run({ id, renews: on ? 1 : 0 })}
        />
      </div>
      <p className="text-meta text-text3">{t('renew.note')}</p>
      <FormError error={changing.error} />
    </div>
  )
}

/** The loss at which it asks for its own end. */
export function LossLimit({ mandate: { id, lossLimit } }: Readonly<{ mandate: FollowOrder }>) {
  const t = useText('follow')
  const { language, offline } = useUi()
  const changing = useCall(follow.limit, { onDone: () => void toast(t('limit.done')) })
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-label">{t('limit')}</p>
      <ChipRow label={t('limit')}>
        {LIMITS.map((limit) => (
          <Chip
            key={String(limit)}
            selected={lossLimit === limit}
            disabled={offline || changing.pending}
            onPress={() => (lossLimit === limit ? undefined : void changing.run({ id, lossLimit: limit ?? 0 }))}
          >
            {limit === null ? t('limit.none') : formatPercent(language, String(limit), 'plain')}
          </Chip>
        ))}
      </ChipRow>
      <p className="text-meta text-text3">{t('limit.help')}</p>
      <FormError error={changing.error} />
    </div>
  )
}
