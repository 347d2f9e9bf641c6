import { type Alert, alerts } from '@rueda/contract/alerts.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { ScrollTabs } from '@rueda/ui/choices/ScrollTabs.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatNumber } from '@rueda/ui/formats/format.ts'
import { useLastShown } from '@rueda/ui/sheets/use-last-shown.ts'
import { useQuery } from '@tanstack/react-query'
import { IconButton } from '@rueda/ui/actions/IconButton.tsx'
import { BellPlus, Plus } from 'lucide-react'
import { useState } from 'react'
import { query } from '../../shared/server/api.ts'
import { useQueryValue } from '../../shared/pages/go.ts'
import { PullToRefresh } from '../../shared/pages/PullToRefresh.tsx'
import { RefreshButton } from '../../shared/pages/refresh.tsx'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { AlertForm } from '../../shared/alerts/AlertForm.tsx'
import { isIndex } from '../../shared/quotes/instrument.ts'
import { AddSheet } from './AddSheet.tsx'
import { AlertGroups } from './AlertGroups.tsx'
import { AlertLog, LastDeliveries } from './AlertLog.tsx'

const tabNames = ['mine', 'log'] as const

/** Route `pages/alert/index`: the customer's price alerts, and those that were sent. */
export function Alerts() {
  const t = useText('alerts')
  const titles = useText('titles')
  const [tab, choose] = useQueryValue('tab', tabNames, 'mine')
  const [adding, setAdding] = useState(false)
  return (
    <Screen
      title={titles('alerts')}
      actions={
        <>
          <RefreshButton />
          <IconButton icon={Plus} label={t('new')} onPress={() => setAdding(true)} />
        </>
      }
    >
      <PullToRefresh />
      <ScrollTabs label={t('tabs')} tabs={tabNames.map((value) => ({ value, label: t(`tab.${value}`) }))} value={tab} onChange={choose} />
      {tab === 'mine' ? (
        <>
          <Mine onAdd={() => setAdding(true)} />
          <LastDeliveries onMore={() => choose('log')} />
        </>
      ) : (
        <AlertLog />
      )}
      <AddSheet open={adding} onClose={() => setAdding(false)} />
    </Screen>
  )
}

function Mine({ onAdd }: Readonly<{ onAdd: () => void }>) {
  const t = useText('alerts')
  const { language } = useUi()
  const read = useQuery(query(alerts.list, {}))
  const [edited, setEdited] = useState<Alert | null>(null)
  return (
    <>
      <Loaded query={read} reason={whyFailed} isEmpty={({ list }) => list.length === 0} empty={<Nothing onAdd={onAdd} />}>
        {({ list, most }) => (
          <>
            <AlertGroups alerts={list} onEdit={setEdited} />
            <p className="num py-2 text-center text-meta text-text3">
              {t('count', { num: formatNumber(language, String(list.length)), most: formatNumber(language, String(most)) })}
            </p>
          </>
        )}
      </Loaded>
      <EditSheet alert={edited} onClose={() => setEdited(null)} />
    </>
  )
}

function EditSheet({ alert, onClose }: Readonly<{ alert: Alert | null; onClose: () => void }>) {
  const t = useText('alerts')
  const shown = useLastShown(alert)
  const title = shown === null ? '' : `${t('edit')} · ${shown.stockCode}`
  return (
    <Sheet open={alert !== null} onClose={onClose} title={title}>
      {shown === null ? null : (
        <AlertForm
          key={shown.id}
          subject={{ ...shown, price: shown.price_nominal, hasVolume: !isIndex(shown) }}
          alert={shown}
          onDone={onClose}
        />
      )}
    </Sheet>
  )
}

function Nothing({ onAdd }: Readonly<{ onAdd: () => void }>) {
  const t = useText('alerts')
  return <EmptyState icon={BellPlus} text={t('empty')} action={<Button onPress={onAdd}>{t('new')}</Button>} />
}
