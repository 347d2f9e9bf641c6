import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { ScrollTabs } from '@rueda/ui/choices/ScrollTabs.tsx'
import { useQueryValue } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'
import { MyActs } from './MyActs.tsx'
import { Register } from './Register.tsx'

const tabs = ['register', 'acts'] as const

/** Route `pages/trust/powers`: everything staff can do, and what they did that concerns this account. */
export function Powers() {
  const t = useText('powers')
  const [tab, choose] = useQueryValue('tab', tabs, 'register')
  return (
    <Screen title={t('title')}>
      <ScrollTabs label={t('title')} tabs={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))} value={tab} onChange={choose} />
      {tab === 'register' ? <Register /> : <MyActs />}
    </Screen>
  )
}
