import type { CashFlow } from '@rueda/contract/wallets.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { IconButton } from '@rueda/ui/actions/IconButton.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { Download, ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { asApiError } from '../../shared/server/api-error.ts'
import { PullToRefresh } from '../../shared/pages/PullToRefresh.tsx'
import { RefreshButton } from '../../shared/pages/refresh.tsx'
import { type Translate, useText } from '../../shared/text/text.ts'
import { useSayFailure } from '../../shared/failures/use-say-failure.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { MoreRows } from '../../shared/lists/MoreRows.tsx'
import { FlowList } from './FlowList.tsx'
import { MoneyInUse } from './MoneyInUse.tsx'
import { FlowSheet } from '../../shared/wallets/FlowSheet.tsx'
import { groupedFlows } from '../../shared/wallets/grouped-flows.ts'
import { StatementFilters } from './StatementFilters.tsx'
import { StatementSums } from './StatementSums.tsx'
import { statementCsv } from '../../shared/lists/csv.ts'
import { useSaveFile } from '../../shared/lists/use-save-file.ts'
import { withoutOwnTransfers } from './sums.ts'
import { ALL, useStatement } from './use-statement.ts'

/** Route `pages/profile/transaction`: every movement of money, from the ledger. */
export function Transactions() {
  const t = useText('wallets')
  const statement = useStatement()
  const { read, flows } = statement
  const isOverAll = statement.filters.wallet === ALL
  const [opened, setOpened] = useState<CashFlow | null>(null)
  const groups = groupedFlows(flows)
  return (
    <Screen
      title={t('statement.title')}
      actions={
        <>
          <RefreshButton />
          <ExportButton everything={statement.everything} />
        </>
      }
    >
      <PullToRefresh />
      <StatementFilters {...statement} />
      <MoneyInUse wallet={statement.filters.wallet} />
      <Loaded
        query={read}
        reason={whyFailed}
        isEmpty={() => flows.length === 0}
        empty={<NoMovements isFiltered={statement.isFiltered} onClear={statement.clear} />}
      >
        {() => (
          <div className={read.isPlaceholderData ? 'flex flex-col gap-3 opacity-60' : 'flex flex-col gap-3'}>
            {read.hasNextPage ? null : (
              <StatementSums
                flows={isOverAll ? withoutOwnTransfers(flows) : flows}
                note={t(isOverAll ? 'statement.sumsAll' : 'statement.sumsOne')}
              />
            )}
            <FlowList flows={groups.map(({ flow, parts }) => noted(t, flow, parts.length))} onOpen={setOpened} hasMore={read.hasNextPage} />
            <MoreRows read={read} />
          </div>
        )}
      </Loaded>
      <FlowSheet flow={opened} parts={groups.find(({ flow }) => flow.id === opened?.id)?.parts} onClose={() => setOpened(null)} />
    </Screen>
  )
}

/** Says of an order's executions how many they are. */
const noted = (t: Translate<'wallets'>, flow: CashFlow, count: number): CashFlow =>
  count === 1 ? flow : { ...flow, remark: t('statement.parts', { note: flow.remark, num: String(count) }) }

function NoMovements({ isFiltered, onClear }: Readonly<{ isFiltered: boolean; onClear: () => void }>) {
  const t = useText('wallets')
  const clear = (
    <Button tone="secondary" onPress={onClear}>
      {t('statement.clear')}
    </Button>
  )
  return <EmptyState icon={ReceiptText} text={t('statement.empty')} action={isFiltered ? clear : undefined} />
}

const FILE_NAME = 'rueda.csv'

/** Made here, in the browser, out of what the filters show. */
function ExportButton({ everything }: { everything: () => Promise<readonly CashFlow[]> }) {
  const t = useText('wallets')
  const sayFailure = useSayFailure()
  const saveFile = useSaveFile()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const columns = (['date', 'wallet', 'kind', 'reference', 'amount', 'balanceAfter', 'currency', 'note'] as const).map((name) =>
        t(`statement.${name}`),
      )
      saveFile(FILE_NAME, 'text/csv;charset=utf-8', statementCsv(await everything(), { mark: t('statement.exportMark'), columns }))
    } catch (thrown) {
      sayFailure(asApiError(thrown))
    } finally {
      setBusy(false)
    }
  }
  return <IconButton label={t('statement.export')} icon={Download} disabled={busy} onPress={() => void save()} />
}
