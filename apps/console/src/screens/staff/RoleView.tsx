import { type ListedRole, composedRoles } from '@rueda/contract/admin/roles.ts'
import { powerChanges } from '@rueda/rules/staff/composed.ts'
import { nonAdminRoles } from '@rueda/rules/staff/roles.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { Choice } from '../../app/Choice.tsx'
import { moment } from '../../app/moments.ts'
import { roleName } from '../../app/role-names.ts'
import { may, usePowers } from '../../app/session.ts'
import { useAct } from '../../app/use-act.ts'
import { WhyFields, noReason, whyOf } from '../../app/WhyFields.tsx'
import { say } from '../../app/words.ts'
import { HowChanged } from './HowChanged.tsx'
import { RoleForm } from './RoleForm.tsx'
import { requestedText, useWays } from './use-ways.ts'

type Props = Readonly<{ role: ListedRole; others: readonly ListedRole[]; onDone: () => void }>
type Doing = 'change' | 'retire'

/** A composed role with its powers in words and its history, and what administrators can do with it. */
export function RoleView({ role, others, onDone }: Props) {
  const powers = usePowers()
  const [doing, setDoing] = useState<Doing | null>(null)
  if (doing === 'change') return <RoleForm role={role} onDone={onDone} />
  if (doing === 'retire') return <RetireForm role={role} others={others} onDone={onDone} />
  return (
    <>
      {role.state === 'retired' ? (
        <p className="text-row text-text2">
          {role.instead === null ? say('roles.isRetired') : say('roles.isRetiredFor', { role: roleName(role.instead) })}
        </p>
      ) : (
        <p className="text-row text-text2">
          {role.holders.length === 0 ? say('roles.heldByNobody') : say('roles.heldBy', { names: role.holders.join(', ') })}
        </p>
      )}
      <section aria-label={say('roles.powers')}>
        <h3 className="pb-1 text-label text-text2">{say('roles.powers')}</h3>
        <ul className="list-disc pl-5 text-row font-normal">
          {role.powers.map((power) => (
            <li key={power}>{say(`power.${power}`)}</li>
          ))}
        </ul>
        <p className="pt-2 text-meta text-text3">{say('roles.everybodys')}</p>
      </section>
      <History role={role} />
      {role.state === 'held' ? (
        <div className="flex gap-2">
          {may(powers, 'staff.composeRole') ? <Button onPress={() => setDoing('change')}>{say('roles.change')}</Button> : null}
          {may(powers, 'staff.retireRole') ? (
            <Button tone="danger" onPress={() => setDoing('retire')}>
              {say('roles.retire')}
            </Button>
          ) : null}
        </div>
      ) : null}
    </>
  )
}

/** Every version, with the powers gained and lost. */
function History({ role: { history } }: Readonly<{ role: ListedRole }>) {
  return (
    <section aria-label={say('roles.history')}>
      <h3 className="pb-1 text-label text-text2">{say('roles.history')}</h3>
      <ol className="flex flex-col gap-3">
        {history.map((version, at) => {
          const { gained, lost } = powerChanges(history[at + 1]?.powers ?? [], version.powers)
          return (
            <li key={version.version} className="text-row font-normal">
              <p>
                {[
                  say(version.state === 'retired' ? 'roles.wasRetired' : 'roles.version', { num: version.version }),
                  ...[moment(version.timestamp), makers(version)],
                ].join(' · ')}
              </p>
              <p className="text-meta text-text3">
                {[say(`reason.${version.reason}`), version.note].filter((part) => part !== null).join(' · ')}
              </p>
              {gained.map((power) => (
                <p key={power} className="text-meta text-text2">
                  + {say(`power.${power}`)}
                </p>
              ))}
              {lost.map((power) => (
                <p key={power} className="text-meta text-text2">
                  − {say(`power.${power}`)}
                </p>
              ))}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

const makers = ({ askedBy, by }: ListedRole['history'][number]): string => (askedBy === by ? by : `${askedBy} + ${by}`)

/** Nobody's role ends without another in its place. */
function RetireForm({ role, others, onDone }: Props) {
  const [instead, setInstead] = useState<string | undefined>()
  const [why, setWhy] = useState(noReason)
  const ways = useWays()
  const { busy, act } = useAct()
  const composed = others.filter(({ roleId, state }) => state === 'held' && roleId !== role.roleId)
  const isHeld = role.holders.length > 0
  const retire = async (): Promise<void> => {
    const named = nonAdminRoles.find((each) => each === instead)
    const other = named === undefined ? { ...(instead === undefined ? {} : { insteadComposed: instead }) } : { instead: named }
    const done = await act(
      () => call(composedRoles.retire, { roleId: role.roleId, ...other, ...whyOf(why) }),
      ({ state }) => (state === 'waiting' ? requestedText(ways?.retireRole) : say('two.done')),
    )
    if (done) onDone()
  }
  return (
    <>
      <p className="text-row text-text2">
        {isHeld ? say('roles.retireHeld', { names: role.holders.join(', ') }) : say('roles.retireUnheld')}
      </p>
      {isHeld ? (
        <Choice
          label={say('roles.instead')}
          options={[...nonAdminRoles, ...composed.map(({ roleId }) => roleId)]}
          value={instead}
          onChange={setInstead}
          nameOf={(each) => composed.find(({ roleId }) => roleId === each)?.name ?? roleName(each)}
        />
      ) : null}
      <WhyFields value={why} onChange={setWhy} />
      <HowChanged changes={['retireRole']} />
      <div>
        <Button tone="danger" busy={busy} disabled={why.reason === null || (isHeld && instead === undefined)} onPress={() => void retire()}>
          {say('roles.retire')}
        </Button>
      </div>
    </>
  )
}
