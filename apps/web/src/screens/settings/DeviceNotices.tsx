import { Card } from '@rueda/ui/layout/Card.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Select } from '@rueda/ui/fields/Select.tsx'
import { useState } from 'react'
import { change, useSettings } from '../../shared/device/settings.ts'
import { askForNotices, hoursOfDay, noticeStanding } from '../../shared/live/device-notice.ts'
import { useText } from '../../shared/text/text.ts'
import { SwitchRow } from './SwitchRow.tsx'

/** What this browser shows beside other windows. It asks for its permission only when the switch is pressed. */
export function DeviceNotices() {
  const t = useText('notifications')
  const settings = useSettings()
  const [, askedAgain] = useState(0)
  const standing = noticeStanding(settings)
  const turn = async (on: boolean) => {
    change({ notifies: on && (await askForNotices()) })
    // A refusal changes no setting, and is to be seen all the same.
    askedAgain((times) => times + 1)
  }
  if (standing === 'none' || standing === 'denied') {
    return (
      <Card title={t('device.title')}>
        <InlineMessage tone="info">{t(`device.${standing}`)}</InlineMessage>
      </Card>
    )
  }
  return (
    <Card rows title={t('device.title')}>
      <SwitchRow label={t('device.show')} detail={t('device.why')} on={standing === 'on'} onChange={(on) => void turn(on)} />
      {standing === 'on' ? (
        <SwitchRow
          label={t('quiet')}
          detail={t('quiet.why')}
          on={settings.usesQuietHours}
          onChange={(usesQuietHours) => change({ usesQuietHours })}
        />
      ) : null}
      {standing === 'on' && settings.usesQuietHours ? <QuietHours /> : null}
    </Card>
  )
}

const HOUR_DIGITS = 2
const options = hoursOfDay.map((hour) => ({ value: String(hour), label: `${String(hour).padStart(HOUR_DIGITS, '0')}:00` }))

function QuietHours() {
  const t = useText('notifications')
  const { quietFrom, quietUntil } = useSettings()
  return (
    <div className="grid grid-cols-2 gap-3 pt-2">
      <Select
        label={t('quiet.from')}
        options={options}
        value={String(quietFrom)}
        onChange={(hour) => change({ quietFrom: Number(hour) })}
      />
      <Select
        label={t('quiet.until')}
        options={options}
        value={String(quietUntil)}
        onChange={(hour) => change({ quietUntil: Number(hour) })}
      />
    </div>
  )
}
