import type { StaffDataOf } from '@rueda/contract/admin/endpoint.ts'
import { kyc } from '@rueda/contract/admin/kyc.ts'
import { kycReasons } from '@rueda/rules/kyc/identity.ts'
import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { useQuery } from '@tanstack/react-query'
import { call, read } from '../../app/api.ts'
import { customerText } from '../../app/customer-text.ts'
import { moment } from '../../app/moments.ts'
import { Picture } from '../../app/Picture.tsx'
import { whyOf } from '../../app/WhyFields.tsx'
import { say } from '../../app/words.ts'
import { Evidence, type Fact, FactList } from '../../shared/cases/CaseParts.tsx'
import { seenOf } from '../../shared/cases/changes.ts'
import { riskFlagName } from '../../shared/cases/risk-flags.ts'
import { DecisionForm } from '../../shared/cases/DecisionForm.tsx'
import type { DecisionProps } from '../../shared/cases/decisions.ts'
import { OpenedCase } from '../../shared/cases/OpenedCase.tsx'

/** Papers beside the typed data, the findings of the rules, and the decision of the colleague who has claimed the case. */
export function KycDecision({ row, isMine, onDone }: DecisionProps) {
  const opened = useQuery({ ...read(kyc.open, { id: row.id }, { once: true }), enabled: isMine })
  return (
    <OpenedCase
      opened={opened}
      mayLook={isMine}
      facts={(found) => seenOf([...typedFacts(found), ...lookFacts(found)])}
      evidence={(found) => <Papers found={found} />}
      decision={() => <Decide id={row.id} onDone={onDone} />}
    />
  )
}

type Inputs = NonNullable<StaffDataOf<typeof kyc.open>['looks'][number]['inputs']>

/** Figures that the rules went by. */
const given = ({ front, back, nearestElsewhere, zone }: Inputs): string =>
  [
    ...[front, back].flatMap((picture) => (picture === null ? [] : [`${picture.width} × ${picture.height} px`])),
    zone ?? say('kyc.noZone'),
    nearestElsewhere === null ? say('kyc.noOther') : say('kyc.nearest', { bits: nearestElsewhere }),
  ].join(' · ')

const marks = { pass: 'up', fail: 'danger', uncertain: 'warn', skipped: 'flat' } as const

type Opened = StaffDataOf<typeof kyc.open>

const typedFacts = (found: Opened): readonly Fact[] => [
  { label: say('kyc.name'), value: `${found.firstName} ${found.lastName}` },
  { label: say('kyc.document'), value: `${say(`kyc.${found.type}`)} · ${found.countryCode}` },
  { label: say('kyc.number'), value: found.number },
  { label: say('kyc.born'), value: found.birthDate },
  { label: 'MRZ', value: found.mrz },
  { label: say('kyc.attempt'), value: found.attempt },
]

/** Newest findings of the rules, check by check. */
const lookFacts = ({ looks }: Opened): readonly Fact[] =>
  Object.entries(looks.at(-1)?.findings ?? {}).map(([check, finding]) => ({
    label: `${say('kyc.rules')}: ${riskFlagName('kyc', check)}`,
    value: say(`kyc.finding.${finding}`),
  }))

const Papers = ({ found }: Readonly<{ found: Opened }>) => (
  <>
    <div>
      <div className="grid grid-cols-2 gap-2">
        {found.pictures.map(({ side, link }) => (
          <Picture key={side} src={link} label={say(`kyc.side.${side}`)} />
        ))}
      </div>
      <p className="pt-1 text-meta text-text3">{say('kyc.linksEnd', { when: moment(found.linksEndTimestamp) })}</p>
    </div>
    <Evidence title={say('kyc.typed')}>
      <FactList facts={typedFacts(found)} />
    </Evidence>
    {found.looks.map((look) => (
      <Evidence key={look.timestamp} title={`${say('kyc.rules')} · ${look.ruleVersion} · ${moment(look.timestamp)}`}>
        <ul className="flex flex-wrap gap-2">
          {Object.entries(look.findings).map(([check, finding]) => (
            <li key={check}>
              <Pill tone={marks[finding]}>
                {say(`kyc.check.${check as keyof typeof look.findings}`)} · {say(`kyc.finding.${finding}`)}
              </Pill>
            </li>
          ))}
        </ul>
        {look.inputs === null ? null : <p className="num pt-2 text-meta text-text3">{given(look.inputs)}</p>}
      </Evidence>
    ))}
    {found.earlier.length === 0 ? null : (
      <Evidence title={say('kyc.earlier')}>
        <FactList
          facts={found.earlier.map(({ submitTimestamp, reason }) => ({
            label: moment(submitTimestamp),
            value: reason === null ? say('kyc.passed') : customerText('kyc', `failed.${reason}`),
          }))}
        />
      </Evidence>
    )}
  </>
)

const Decide = ({ id, onDone }: Readonly<{ id: string; onDone: () => void }>) => (
  <DecisionForm
    feature="kyc"
    prefix="failed"
    reasons={kycReasons}
    approve={say('kyc.approve')}
    refuse={say('kyc.refuse')}
    decide={async (decision, { code, why }) => {
      const { kycStatus } = await call(kyc.decide, { id, decision, ...(code === null ? {} : { kycReason: code }), ...whyOf(why) })
      return say(`kyc.${kycStatus}`)
    }}
    onDone={onDone}
  />
)
