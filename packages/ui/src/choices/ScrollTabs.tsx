import { classes } from '../look/classes.ts'
import { useChosenInView } from './use-chosen-in-view.ts'
import { useRovingTabs } from './use-roving-tabs.ts'

export type Tab<Value extends string> = Readonly<{ value: Value; label: string; count?: number | undefined }>

type ScrollTabsProps<Value extends string> = Readonly<{
  label: string
  tabs: readonly Tab<Value>[]
  value: Value
  onChange: (value: Value) => void
}>

/** Underlined tabs in a row that scrolls sideways, the chosen one in view; with a mouse, which does not scroll sideways, in as many rows as they need. */
export function ScrollTabs<Value extends string>({ label, tabs, value, onChange }: ScrollTabsProps<Value>) {
  const roving = useRovingTabs(tabs, value, onChange)
  const list = useChosenInView(value)
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      onKeyDown={roving.onKeyDown}
      className="scrollbar-none relative flex flex-none gap-4 overflow-x-auto border-b border-line panes:flex-wrap panes:gap-x-3 panes:gap-y-0"
    >
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          aria-selected={tab.value === value}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
          className={classes(
            'flex min-h-11 min-w-11 flex-none items-center justify-center gap-1.5 border-b-2 text-label whitespace-nowrap outline-offset-[-2px]',
            tab.value === value ? 'border-accent text-text1' : 'border-transparent text-text3',
          )}
        >
          {tab.label}
          {tab.count === undefined || tab.count === 0 ? null : (
            <span className="num rounded-tag bg-s3 px-1.5 text-tab font-medium text-text2">{tab.count}</span>
          )}
        </button>
      ))}
    </div>
  )
}
