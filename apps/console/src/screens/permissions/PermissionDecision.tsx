import type { StaffDataOf } from '@rueda/contract/admin/endpoint.ts'
import { permissionReviews } from '@rueda/contract/admin/permissions.ts'
import { codeOfPermission } from '@rueda/contract/codes.ts'
import { permissionReasons } from '@rueda/rules/permissions/permission.ts'
import { permissionChecks } from '@rueda/rules/permissions/review.ts'
import { useQuery } from '@tanstack/react-query'
import { call, read } from '../../app/api.ts'
import { moment } from '../../app/moments.ts'
import { whyOf } from '../../app/WhyFields.tsx'
import { say } from '../../app/words.ts'
import { Evidence, type Fact, FactList } from '../../shared/cases/CaseParts.tsx'
import { seenOf } from '../../shared/cases/changes.ts'
import { DecisionForm } from '../../shared/cases/DecisionForm.tsx'
import type { DecisionProps } from '../../shared/cases/decisions.ts'
import { OpenedCase } from '../../shared/cases/OpenedCase.tsx'

/** The other outcomes say how a permission that was given ended. */
const refusals = permissionReasons.filter((reason) => reason !== 'ASSETS_LOST' && reason !== 'REVOKED')

type Opened = StaffDataOf<typeof permissionReviews.open>

/** An applicant's answers and assets, the findings of the rules now, and the decision; the rules cannot be overruled. */
export function PermissionDecision({ row, isMine, onDone }: DecisionProps) {
  const opened = useQuery({ ...read(permissionReviews.open, { id: row.id }, { once: true }), enabled: isMine })
  return (
    <OpenedCase
      opened={opened}
      mayLook={isMine}
      facts={(found) => seenOf([...appliedFacts(found), ...findingFacts(found)])}
      evidence={(found) => <Applied found={found} />}
      decision={() => <Decide id={row.id} onDone={onDone} />}
    />
  )
}

const appliedFacts = (found: Opened): readonly (Fact | null)[] => [
  found.institutionName === null ? null : { label: say('permissions.institution'), value: found.institutionName },
  found.registrationNumber === null ? null : { label: say('permissions.number'), value: found.registrationNumber },
  { label: say('permissions.assets'), value: `${found.assets} USD` },
  { label: say('permissions.days'), value: String(found.accountDays) },
  { label: say('permissions.applied'), value: moment(found.applyTimestamp) },
]

/** Findings of the rules; those that are not met stand out. */
const findingFacts = ({ findings }: Opened): readonly Fact[] =>
  permissionChecks.flatMap((check) => {
    const finding = findings[check]
    if (finding === undefined) return []
    return [{ label: say(`permissions.check.${check}`), value: say(`kyc.finding.${finding}`), alarming: finding === 'fail' }]
  })

const Applied = ({ found }: Readonly<{ found: Opened }>) => (
  <>
    <Evidence title={say(`permissions.type.${found.type}`)}>
      <FactList facts={appliedFacts(found)} />
      {found.documentLink === null ? null : (
        <a href={found.documentLink} target="_blank" rel="noreferrer" className="block pt-3">
          <img src={found.documentLink} alt={say('permissions.document')} className="w-full rounded-control bg-s2" />
        </a>
      )}
    </Evidence>
    <Evidence title={say('kyc.rules')}>
      <FactList facts={findingFacts(found)} />
    </Evidence>
  </>
)

const Decide = ({ id, onDone }: Readonly<{ id: string; onDone: () => void }>) => (
  <DecisionForm
    feature="permissions"
    prefix="reason"
    reasons={refusals}
    approve={say('permissions.approve')}
    refuse={say('permissions.refuse')}
    decide={async (decision, { code, why }) => {
      const reason = code === null ? {} : { permissionReason: code }
      const { status } = await call(permissionReviews.decide, { id, decision, ...reason, ...whyOf(why) })
      return say(status === codeOfPermission.open ? 'permissions.opened' : 'permissions.refused')
    }}
    onDone={onDone}
  />
)
