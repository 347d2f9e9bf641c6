import { accounts } from '@rueda/contract/accounts.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { ConfirmDialog } from '@rueda/ui/sheets/ConfirmDialog.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { formatDateTime } from '@rueda/ui/formats/dates.ts'
import { toast } from '@rueda/ui/messages/toast.ts'
import { useLastShown } from '@rueda/ui/sheets/use-last-shown.ts'
import { useQuery } from '@tanstack/react-query'
import { MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import { query, useCall } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { useSayFailure } from '../../shared/failures/use-say-failure.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'

type Sessions = DataOf<typeof accounts.sessions>
type OneSession = Sessions[number]
/** The sessions to end: one, or every other one. */
type Asked = OneSession | 'others'

/** Route `pages/setting/devices`: the sessions of this account, and the way to end them. */
export function Devices() {
  const t = useText('accounts')
  const sessions = useQuery(query(accounts.sessions, {}))
  return (
    <Screen title={t('devices.title')}>
      <Loaded query={sessions} reason={whyFailed}>
        {(list) => <SessionList list={list} />}
      </Loaded>
    </Screen>
  )
}

function SessionList({ list }: { list: Sessions }) {
  const t = useText('accounts')
  const [asked, setAsked] = useState<Asked | null>(null)
  const current = list.filter((session) => session.current === 1)
  const others = list.filter((session) => session.current === 0)
  return (
    <>
      <Card rows>
        {[...current, ...others].map((session) => (
          <SessionRow key={session.id} session={session} onRevoke={() => setAsked(session)} />
        ))}
      </Card>
      {others.length === 0 ? <p className="text-center text-meta text-text3">{t('devices.only')}</p> : null}
      {others.length > 1 ? (
        <Button tone="secondary" size="large" wide onPress={() => setAsked('others')}>
          {t('devices.others')}
        </Button>
      ) : null}
      <RevokeDialog asked={asked} onClose={() => setAsked(null)} />
    </>
  )
}

function SessionRow({ session, onRevoke }: Readonly<{ session: OneSession; onRevoke: () => void }>) {
  const t = useText('accounts')
  return (
    <div className="flex min-h-[72px] items-center gap-3 py-2.5">
      <MonitorSmartphone aria-hidden size={22} strokeWidth={1.75} className="flex-none text-text2" />
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="flex flex-wrap items-center gap-2 text-row">
          {session.device}
          {session.current === 1 ? <Pill tone="accent">{t('devices.current')}</Pill> : null}
        </span>
        <span className="text-meta text-text2">{t(`devices.place.${session.place}`)}</span>
        <span className="num text-meta text-text3">{t('devices.lastUse', { time: formatDateTime(session.lastUseTimestamp) })}</span>
        <span className="num text-micro font-normal text-text3">
          {t('devices.since', { time: formatDateTime(session.createTimeTimestamp) })}
        </span>
      </span>
      {session.current === 1 ? null : (
        <Button tone="secondary" onPress={onRevoke}>
          {t('devices.revoke')}
        </Button>
      )}
    </div>
  )
}

function RevokeDialog({ asked, onClose }: Readonly<{ asked: Asked | null; onClose: () => void }>) {
  const t = useText('accounts')
  const sayFailure = useSayFailure()
  const revoke = useCall(accounts.revokeSession, {
    onDone: () => {
      onClose()
      void toast(t('devices.revoked'))
    },
    onError: (error) => {
      onClose()
      sayFailure(error)
    },
  })
  const send = () => {
    if (asked !== null) void revoke.run(asked === 'others' ? { others: 1 } : { id: asked.id })
  }
  const shown = useLastShown(asked) ?? 'others'
  return (
    <ConfirmDialog
      open={asked !== null}
      onClose={onClose}
      title={shown === 'others' ? t('devices.othersQ') : t('devices.revokeQ', { device: shown.device })}
      consequence={t('devices.revokeWhy')}
      confirm={shown === 'others' ? t('devices.others') : t('devices.revoke')}
      pending={revoke.pending}
      onConfirm={send}
    />
  )
}
