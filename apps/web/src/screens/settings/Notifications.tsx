import { messages } from '@rueda/contract/messages.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { MessageTopic, MessageWay } from '@rueda/rules/messages/topics.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { ListRow } from '@rueda/ui/lists/ListRow.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { TextLink } from '@rueda/ui/layout/SectionHeader.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { FormError } from '../../shared/failures/FormError.tsx'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { hrefTo, useReturn } from '../../shared/pages/go.ts'
import { query, useCall } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { DeviceNotices } from './DeviceNotices.tsx'
import { SwitchRow } from './SwitchRow.tsx'

type Choices = DataOf<typeof messages.choices>

/** Route `pages/setting/notifications`: which messages come, how, and what this device shows of them. Every choice holds at once. */
export function Notifications() {
  const t = useText('notifications')
  const titles = useText('titles')
  const read = useQuery(query(messages.choices, {}))
  return (
    <Screen title={titles('notifications')}>
      <p className="text-label font-normal text-text2">{t('why')}</p>
      <Loaded query={read} reason={whyFailed} hidesBelow>
        {(choices) => (
          <>
            <Way way="app" choices={choices} />
            <Way way="mail" choices={choices} />
          </>
        )}
      </Loaded>
      <DeviceNotices />
    </Screen>
  )
}

function Way({ way, choices: { topics, mailLacks } }: Readonly<{ way: MessageWay; choices: Choices }>) {
  const t = useText('notifications')
  const { offline } = useUi()
  const choosing = useCall(messages.choose)
  const lacks = way === 'mail' ? mailLacks : null
  return (
    <Card rows={lacks === null} title={t(`${way}.title`)}>
      <FormError error={choosing.error} />
      {lacks === null ? null : <MailLacks why={lacks} />}
      {lacks === null
        ? topics.map(({ topic, [way]: { on, always } }) =>
            always === 1 ? (
              <AlwaysRow key={topic} topic={topic} />
            ) : (
              <SwitchRow
                key={topic}
                label={t(`topic.${topic}`)}
                detail={t(`what.${topic}`)}
                on={on === 1}
                disabled={offline || choosing.pending}
                onChange={(isOn) => void choosing.run({ topic, way, on: isOn ? 1 : 0 })}
              />
            ),
          )
        : null}
    </Card>
  )
}

function AlwaysRow({ topic }: Readonly<{ topic: MessageTopic }>) {
  const t = useText('notifications')
  return (
    <ListRow
      label={t(`topic.${topic}`)}
      detail={t(`what.${topic}`)}
      trailing={
        <span className="flex items-center gap-1.5 text-text3">
          <Lock aria-hidden size={16} strokeWidth={1.75} />
          {t('always')}
        </span>
      }
    />
  )
}

function MailLacks({ why }: Readonly<{ why: NonNullable<Choices['mailLacks']> }>) {
  const t = useText('notifications')
  const accounts = useText('accounts')
  const here = useReturn()
  if (why === 'house') return <InlineMessage tone="info">{t('mail.house')}</InlineMessage>
  return (
    <InlineMessage
      tone="info"
      action={<TextLink href={hrefTo('pages/auth/register', { return: here })}>{accounts('register.title')}</TextLink>}
    >
      {t('mail.address')}
    </InlineMessage>
  )
}
