import { codeOfPermission } from '@rueda/contract/codes.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { Permission, permissions } from '@rueda/contract/permissions.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { type Status, StatusPill } from '@rueda/ui/pills/Pill.tsx'
import { Timeline, type TimelineStep } from '@rueda/ui/lists/Timeline.tsx'
import { formatDeadline } from '@rueda/ui/formats/dates.ts'
import { type Translate, useText } from '../../shared/text/text.ts'
import { SupportLink } from '../../shared/support/SupportLink.tsx'
import { Apply } from './Apply.tsx'
import { Needs } from './Needs.tsx'

export type Held = DataOf<typeof permissions.mine>
type PermissionProps = Readonly<{ permission: Permission; held: Held }>

const looks = {
  0: { tone: 'flat', shape: 'dot' },
  1: { tone: 'warn', shape: 'clock' },
  2: { tone: 'up', shape: 'check' },
  3: { tone: 'danger', shape: 'cross' },
} as const satisfies Record<Permission['status'], Omit<Status, 'label'>>

/** One permission: what it allows, what it takes, and how far it is. One that is open shows no more than that. */
export function PermissionCard({ permission, held }: PermissionProps) {
  const t = useText('permissions')
  const { type, status } = permission
  const isOpen = status === codeOfPermission.open
  return (
    <Card label={t(`type.${type}`)}>
      <div className="flex items-start justify-between gap-3 large:flex-wrap">
        <h2 className="text-nav">{t(`type.${type}`)}</h2>
        <StatusPill status={{ ...looks[status], label: t(`status.${status}`) }} />
      </div>
      {isOpen ? null : (
        <div className="flex flex-col gap-4 pt-2">
          <p className="text-label font-normal text-text2">{t(`about.${type}`)}</p>
          <Reason permission={permission} />
          {status === codeOfPermission.review ? (
            <Timeline steps={stepsOf(t, permission, held.expectedMinutes)} />
          ) : (
            <>
              <Needs type={type} held={held} />
              {permission.applyAgainTimestamp === null ? <Apply type={type} held={held} /> : null}
            </>
          )}
        </div>
      )}
    </Card>
  )
}

/** The reason it was refused or lost, the time from when it can be asked for again, and the way to ask a person. */
function Reason({ permission: { reason, status, applyAgainTimestamp } }: Pick<PermissionProps, 'permission'>) {
  const t = useText('permissions')
  if (reason === null || status === codeOfPermission.review) return null
  return (
    <InlineMessage tone={status === codeOfPermission.rejected ? 'danger' : 'warn'} action={<SupportLink topic="other" />}>
      <p>{t(`reason.${reason}`)}</p>
      {applyAgainTimestamp === null ? null : <p className="num pt-1">{t('again', { date: formatDeadline(applyAgainTimestamp) })}</p>}
    </InlineMessage>
  )
}

function stepsOf(t: Translate<'permissions'>, { applyTimestamp, withPerson }: Permission, expectedMinutes: number): TimelineStep[] {
  const isWithPerson = withPerson === 1
  return [
    { label: t('step.applied'), state: 'done', at: applyTimestamp },
    {
      label: t('step.rules'),
      ...(isWithPerson ? { state: 'done' } : { state: 'current', eta: t('step.rulesSoon', { num: String(expectedMinutes) }) }),
    },
    ...(isWithPerson ? [{ label: t('step.person'), state: 'current', eta: t('step.personSoon') } as const] : []),
    { label: t('step.decided'), state: 'future' },
  ]
}
