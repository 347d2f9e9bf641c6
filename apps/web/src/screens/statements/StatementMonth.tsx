import { type Statement, statements } from '@rueda/contract/statements.ts'
import type { CashFlow } from '@rueda/contract/wallets.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { RecordRow } from '@rueda/ui/lists/RecordRow.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDateTime, formatDeadline, formatMonth } from '@rueda/ui/formats/dates.ts'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { WIDE, useMedia } from '../../shared/device/appearance.ts'
import { FlowSheet } from '../../shared/wallets/FlowSheet.tsx'
import { FlowTable } from '../../shared/wallets/FlowTable.tsx'
import { tradedNote } from '../../shared/wallets/flow-note.ts'
import { flowTime } from '../../shared/wallets/flow-time.ts'
import { query } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { kindText } from '../../shared/wallets/kinds.ts'
import { walletName } from '../../shared/wallets/wallet-name.ts'
import { useExplained } from '../../shared/figures/use-explained.tsx'
import { BalanceTable } from './BalanceTable.tsx'
import { closingRead } from './closing-read.ts'
import { Downloads } from './Downloads.tsx'
import { feeName } from '../../shared/wallets/fee-name.ts'
import { FeeAmount } from './FeeAmount.tsx'
import { Holdings } from './Holdings.tsx'
import { TableOrList } from './TableOrList.tsx'

/** One month whole, on the screen and on paper. */
export function StatementMonth({ month }: Readonly<{ month: string }>) {
  const t = useText('statements')
  const { language } = useUi()
  const read = useQuery(query(statements.one, { month }))
  return (
    <Screen title={`${t('title')} · ${/^\d{4}-\d{2}$/.test(month) ? formatMonth(language, month) : month}`}>
      <Loaded query={read} reason={whyFailed}>
        {(statement) => (
          <>
            <div className="flex flex-wrap gap-2">
              <Downloads month={month} />
              <Button tone="secondary" onPress={() => window.print()}>
                <Printer aria-hidden size={16} /> {t('print')}
              </Button>
            </div>
            <Paper statement={statement} />
          </>
        )}
      </Loaded>
    </Screen>
  )
}

const ZONE = 'America/New_York'

function Paper({ statement }: Readonly<{ statement: Statement }>) {
  const t = useText('statements')
  const { language } = useUi()
  const { month, userNo, fromTimestamp, toTimestamp, final, movements, corrections, fees } = statement
  // Broken between its two moments, not inside one.
  const period = (
    <span>
      <span className="whitespace-nowrap">{formatDateTime(fromTimestamp, ZONE)} –</span>{' '}
      <span className="whitespace-nowrap">{formatDeadline(toTimestamp - 1, ZONE)}</span>
      {final === 1 ? null : ` (${t('open')})`}
    </span>
  )
  return (
    <article className="printed flex flex-col gap-3">
      <h2 className="hidden text-nav print:block">{`Rueda · ${t('title')} · ${formatMonth(language, month)}`}</h2>
      <p className="text-label text-warn">{t('simulated')}</p>
      <Card>
        <Facts
          rows={[
            { label: t('account'), value: userNo },
            { label: t('period'), value: period },
          ]}
        />
      </Card>
      {/* What each wallet began and ended with. */}
      <TableOrList table={<BalanceTable statement={statement} />} list={<BalanceList statement={statement} />} />
      <Holdings holdings={statement.holdings} />
      <Flows title={t('movements')} none={t('movements.none')} flows={movements} />
      <Flows title={t('corrections')} none={t('corrections.none')} flows={corrections} />
      <Card title={t('fees')}>
        {fees.length === 0 ? <p className="text-meta text-text3">{t('fees.none')}</p> : null}
        <Facts rows={fees.map((fee) => ({ label: feeName(t, fee.kind), value: <FeeAmount fee={fee} /> }))} />
      </Card>
    </article>
  )
}

function BalanceList({ statement }: Readonly<{ statement: Statement }>) {
  const explained = useExplained()
  const t = useText('statements')
  const common = useText('common')
  return (
    <Card title={t('balances')}>
      <div className="flex flex-col gap-3">
        {statement.wallets.map(({ walletType, currency, opening, in: received, out, closing }) => {
          const money = (amount: string) => <Money value={amount} currency={currency} own />
          return (
            <section key={walletType} aria-label={walletName(common, walletType)}>
              <h3 className="text-label">{walletName(common, walletType)}</h3>
              <Facts
                rows={[
                  { label: t('opening'), value: money(opening) },
                  { label: t('in'), value: money(received) },
                  { label: t('out'), value: money(out) },
                  explained(walletType, closingRead(statement, walletType), {
                    ...{ label: t('closing'), value: money(closing), strong: true, divided: true },
                  }),
                ]}
              />
            </section>
          )
        })}
      </div>
    </Card>
  )
}

type FlowsProps = Readonly<{ title: string; none: string; flows: readonly CashFlow[] }>

/** Every movement with what identifies it: on a desk a table, whose columns fit neither a phone nor paper. */
function Flows(props: FlowsProps) {
  const { title, flows } = props
  const wide = useMedia(WIDE)
  const [opened, setOpened] = useState<CashFlow | null>(null)
  if (!wide || flows.length === 0) return <FlowRows {...props} />
  return (
    <>
      <section className="print:hidden">
        <h3 className="pb-2 text-label">{title}</h3>
        <FlowTable label={title} flows={flows} onOpen={setOpened} hasMore={false} usual="oldest" zone={ZONE} />
        <FlowSheet flow={opened} zone={ZONE} onClose={() => setOpened(null)} />
      </section>
      <div className="hidden print:block">
        <FlowRows {...props} />
      </div>
    </>
  )
}

const Traded = ({ note }: Readonly<{ note: string | null }>) =>
  note === null ? null : (
    <>
      {note}
      <br />
    </>
  )

function FlowRows({ title, none, flows }: FlowsProps) {
  const { language } = useUi()
  const common = useText('common')
  const kinds = useText('wallets')
  return (
    <Card title={title} rows={flows.length > 0}>
      {flows.length === 0 ? <p className="text-meta text-text3">{none}</p> : null}
      {flows.map((flow) => (
        <RecordRow
          key={flow.id}
          title={kindText(kinds, flow.bizType)}
          meta={
            <>
              <Traded note={tradedNote(language, flow)} />
              {walletName(common, flow.walletType)}
              <br />
              {flowTime(flow, ZONE)}
              <br />
              <span className="text-micro break-all">{flow.bizNo}</span>
            </>
          }
          amount={<Money value={flow.amount} currency={flow.currency} sign="change" own />}
          trailing={<Money value={flow.balanceAfter} currency={flow.currency} own />}
        />
      ))}
    </Card>
  )
}
