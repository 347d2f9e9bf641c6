import { classes } from '@rueda/ui/look/classes.ts'
import type { TabName } from '../routes.ts'
import { useTabAddress } from '../shared/pages/tab-addresses.ts'
import { useText } from '../shared/text/text.ts'
import { tabIcons, useTabs } from './tabs.ts'

/** The five places of the app, at the foot of a telephone. */
export function TabBar({ current }: { current: TabName }) {
  const t = useText('common')
  const tabs = useTabs()
  const addressOf = useTabAddress()
  return (
    <nav aria-label={t('tabs')} className="@container z-20 flex-none border-t border-line bg-s1 pb-safe">
      <ul className="flex h-tabbar">
        {tabs.map((tab) => {
          const Icon = tabIcons[tab]
          const chosen = tab === current
          return (
            <li key={tab} className="min-w-0 flex-1">
              <a
                href={addressOf(tab)}
                aria-current={chosen ? 'page' : undefined}
                className={classes(
                  'flex h-full flex-col items-center justify-center gap-0.5 text-tab outline-offset-[-4px]',
                  chosen ? 'text-accent' : 'text-text3',
                )}
              >
                <Icon aria-hidden size={24} strokeWidth={1.75} className={classes(chosen && 'fill-accent/25')} />
                <span className="max-w-full truncate px-1 large:text-[11px]">{t(`tab.${tab}`)}</span>
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
