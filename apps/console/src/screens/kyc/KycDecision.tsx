import { kyc } from '@rueda/contract/admin/kyc.ts'
import { kycReasons } from '@rueda/rules/kyc/identity.ts'
import { Button } from '@rueda/ui/Button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, read } from '../../app/api.ts'
import { moment } from '../../app/moments.ts'
import { Payload } from '../../app/Payload.tsx'
import { LoadedBlock } from '../../app/Table.tsx'
import { useAct } from '../../app/use-act.ts'
import { WhyFields, noReason, whyOf } from '../../app/WhyFields.tsx'
import { say } from '../../app/words.ts'
import type { DecisionProps } from '../cases/decisions.ts'

/** Papers beside what was typed, what the rules found, and the decision of whoever has the case in hand. */
export function KycDecision({ row, isMine, onDone }: DecisionProps) {
  const opened = useQuery({ ...read(kyc.open, { id: row.id }), enabled: isMine, staleTime: Number.POSITIVE_INFINITY })
  if (!isMine) return null
  return (
    <LoadedBlock query={opened}>
      {(found) => (
        <>
          <div className="grid grid-cols-2 gap-2">
            {found.pictures.map(({ side, link }) => (
              <a key={side} href={link} target="_blank" rel="noreferrer">
                <img src={link} alt={say(`kyc.side.${side}`)} className="w-full rounded-control bg-s2" />
              </a>
            ))}
          </div>
          <p className="text-meta text-text3">{say('kyc.linksEnd', { when: moment(found.linksEndTimestamp) })}</p>
          <Payload
            value={{
              [say('kyc.name')]: `${found.firstName} ${found.lastName}`,
              [say('kyc.document')]: `${found.type} · ${found.countryCode}`,
              [say('kyc.number')]: found.number,
              [say('kyc.born')]: found.birthDate,
              MRZ: found.mrz,
              [say('kyc.attempt')]: found.attempt,
            }}
          />
          {found.looks.map((look) => (
            <section key={look.timestamp} aria-label={say('kyc.rules')}>
              <h3 className="pb-1 text-label text-text2">
                {say('kyc.rules')} · {look.ruleVersion} · {look.outcome}
              </h3>
              <Payload value={look.findings} />
            </section>
          ))}
          <Decide id={row.id} onDone={onDone} />
        </>
      )}
    </LoadedBlock>
  )
}

function Decide({ id, onDone }: Readonly<{ id: string; onDone: () => void }>) {
  const [why, setWhy] = useState({ ...noReason, reason: 'review' as const } as typeof noReason)
  const [kycReason, setKycReason] = useState<(typeof kycReasons)[number] | null>(null)
  const { busy, act } = useAct()
  const decide = async (decision: 'approve' | 'refuse'): Promise<void> => {
    const reason = decision === 'refuse' && kycReason !== null ? { kycReason } : {}
    const done = await act(
      () => call(kyc.decide, { id, decision, ...reason, ...whyOf(why) }),
      ({ kycStatus }) => say(`kyc.${kycStatus}`),
    )
    if (done) onDone()
  }
  return (
    <section className="border-t border-line pt-4">
      <p className="pb-1.5 text-label text-text2">{say('kyc.customerReads')}</p>
      <select
        aria-label={say('kyc.customerReads')}
        value={kycReason ?? ''}
        onChange={(event) => setKycReason(kycReasons.find((each) => each === event.target.value) ?? null)}
        className="mb-3 min-h-11 w-full rounded-control border border-line-strong bg-s2 px-3 text-row"
      >
        <option value="">—</option>
        {kycReasons.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
      <WhyFields value={why} onChange={setWhy} />
      <div className="flex gap-2">
        <Button busy={busy} onPress={() => void decide('approve')}>
          {say('kyc.approve')}
        </Button>
        <Button tone="danger" busy={busy} disabled={kycReason === null} onPress={() => void decide('refuse')}>
          {say('kyc.refuse')}
        </Button>
      </div>
    </section>
  )
}
