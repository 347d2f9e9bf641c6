import { security } from '@rueda/contract/security.ts'
import { ListRow } from '@rueda/ui/lists/ListRow.tsx'
import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { query } from '../server/api.ts'
import { hrefTo } from '../pages/go.ts'
import { useText } from '../text/text.ts'

/** The row that shows if a second factor is asked for, and leads to it. */
export function SecondFactorRow() {
  const t = useText('security')
  const status = useQuery(query(security.status, {}))
  const isOn = status.data?.authenticator === 1
  return (
    <ListRow
      icon={ShieldCheck}
      label={t('factor.title')}
      detail={t('row.factor')}
      trailing={
        status.data === undefined ? undefined : (
          <Pill tone={isOn ? 'up' : 'warn'} shape={isOn ? 'check' : 'clock'}>
            {t(isOn ? 'factor.on' : 'factor.off')}
          </Pill>
        )
      }
      href={hrefTo('pages/setting/twofactor')}
    />
  )
}
