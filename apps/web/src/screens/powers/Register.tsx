import { type RegisteredPower, powers } from '@rueda/contract/powers.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'

const kinds = ['act', 'take', 'open', 'look'] as const
const peopleKey = {
  'one': 'people.one',
  'two': 'people.two',
  'two above the limit': 'people.limit',
  'two beyond a case': 'people.case',
  'two or one after a day': 'people.day',
} as const

/** The register in plain words; what concerns customers comes first. */
export function Register() {
  const t = useText('powers')
  const read = useQuery(query(powers.register, {}))
  return (
    <>
      <p className="px-1 text-row font-normal text-text2">{t('intro')}</p>
      <Loaded query={read} reason={whyFailed}>
        {(register) =>
          kinds.map((kind) => {
            const shown = register.filter((power) => power.kind === kind)
            return shown.length === 0 ? null : (
              <Card key={kind} title={t(`kind.${kind}`)} rows>
                {shown.map((power) => (
                  <PowerRow key={power.name} power={power} />
                ))}
              </Card>
            )
          })
        }
      </Loaded>
    </>
  )
}

function PowerRow({ power }: Readonly<{ power: RegisteredPower }>) {
  const t = useText('powers')
  const { language } = useUi()
  const roles = new Intl.ListFormat(language, { type: 'unit' }).format([...power.roles.map((role) => t(`role.${role}`)), ...power.composed])
  return (
    // The label of an act that needs two people is longer, and wraps below where there is no room beside.
    <div className="flex flex-wrap items-start gap-x-3 gap-y-1.5 py-3">
      <div className="min-w-[60%] flex-1">
        <p className="text-row">{t(power.name)}</p>
        <p className="pt-0.5 text-meta text-text3">{t('who', { roles })}</p>
      </div>
      {power.kind === 'act' || power.people !== 'one' ? (
        <Pill tone={power.people === 'one' ? 'flat' : 'accent'}>{t(peopleKey[power.people])}</Pill>
      ) : null}
    </div>
  )
}
