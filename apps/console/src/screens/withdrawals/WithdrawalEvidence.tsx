import type { StaffDataOf } from '@rueda/contract/admin/endpoint.ts'
import type { withdrawalReviews } from '@rueda/contract/admin/withdrawals.ts'
import { Pill } from '@rueda/ui/Pill.tsx'
import { Timeline, type TimelineStep } from '@rueda/ui/Timeline.tsx'
import { customerText, nameOf } from '../../app/customer-text.ts'
import { money } from '../../app/figures.ts'
import { moment } from '../../app/moments.ts'
import { say } from '../../app/words.ts'
import { Evidence, FactList, NamePair, Postings, SignIns } from '../cases/CaseParts.tsx'

export type Opened = StaffDataOf<typeof withdrawalReviews.open>
type Row = Opened['withdrawal']

/** Everything a decision about a withdrawal goes by. */
export function WithdrawalEvidence({ evidence }: Readonly<{ evidence: Opened }>) {
  const { withdrawal, wallet, destination, holder, person, findings, others, signIns, postings, coolingEndTimestamp } = evidence
  const { currency } = wallet
  return (
    <>
      <div>
        <p className="num text-total">{money(withdrawal.amount, withdrawal.currency)}</p>
        <p className="num text-label text-text2">
          {say('withdrawal.arrives', { amount: money(withdrawal.receiveAmount, withdrawal.receiveCurrency), rail: withdrawal.rail })}
        </p>
      </div>
      <Evidence title={say('withdrawal.findings')}>
        <div className="flex flex-wrap gap-2">
          {findings.length === 0 ? <p className="text-label text-text3">{say('withdrawal.noFindings')}</p> : null}
          {findings.map((doubt) => (
            <Pill key={doubt} tone="warn">
              {say(`withdrawal.doubt.${doubt}`)}
            </Pill>
          ))}
        </div>
      </Evidence>
      <Evidence title={say('withdrawal.destination')}>
        <FactList
          facts={[
            { label: say('withdrawal.to'), value: withdrawal.account },
            {
              label: say('withdrawal.addedOn'),
              value: `${moment(destination.addedTimestamp)}${destination.isNew === 1 ? ` · ${say('withdrawal.isNew')}` : ''}`,
              alarming: destination.isNew === 1,
            },
            { label: say('withdrawal.paidBefore'), value: say(destination.paidBefore === 1 ? 'app.yes' : 'app.no') },
            coolingEndTimestamp === null ? null : { label: say('withdrawal.cooling'), value: moment(coolingEndTimestamp), alarming: true },
          ]}
        />
      </Evidence>
      <Evidence title={say('case.names')}>
        <NamePair holder={holder} person={person} />
      </Evidence>
      <Evidence title={say('withdrawal.wallet', { wallet: nameOf('common', `wallet.${withdrawal.walletType}`, withdrawal.walletType) })}>
        <FactList
          facts={[
            { label: say('withdrawal.cash'), value: `${money(wallet.cash, currency)} → ${money(wallet.cashAfter, currency)}` },
            { label: say('withdrawal.hold'), value: `${money(wallet.hold, currency)} → ${money(wallet.holdAfter, currency)}` },
            { label: say('withdrawal.fee'), value: money(withdrawal.fee, withdrawal.currency) },
            withdrawal.rate === null ? null : { label: say('withdrawal.rate'), value: withdrawal.rate },
          ]}
        />
      </Evidence>
      <Postings postings={postings} />
      <Evidence title={say('case.timeline')}>
        <Timeline steps={stepsOf(withdrawal)} />
      </Evidence>
      <SignIns signIns={signIns} />
      <Evidence title={say('withdrawal.others')}>
        {others.length === 0 ? <p className="text-label text-text3">{say('withdrawal.noOthers')}</p> : null}
        <ul className="flex flex-col gap-1 text-label">
          {others.map((other) => (
            <li key={other.id} className="num flex justify-between gap-4">
              <span>
                {money(other.amount, other.currency)} · {other.account}
              </span>
              <span className="text-text3">{moment(other.createTimeTimestamp)}</span>
            </li>
          ))}
        </ul>
      </Evidence>
    </>
  )
}

/** The customer's own timeline, in the words of the app. */
const stepsOf = ({ timeline }: Row): TimelineStep[] =>
  timeline.map(({ kind, by, timestamp }) => ({
    label: customerText('withdrawals', kind === 'approved' ? `step.approved.${by === 'staff' ? 'staff' : 'rules'}` : `step.${kind}`),
    state: kind === 'rejected' || kind === 'returned' ? 'failed' : 'done',
    at: timestamp,
  }))
