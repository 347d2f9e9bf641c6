import type { KeyboardEvent } from 'react'

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity }

/** Arrow keys move along a row of tabs; what is focused is chosen. */
export function useRovingTabs<Value extends string>(
  tabs: readonly Readonly<{ value: Value }>[],
  value: Value | null,
  onChange: (value: Value) => void,
) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const at = tabs.findIndex((tab) => tab.value === value)
    const next = Math.min(tabs.length - 1, Math.max(0, at + step))
    const target = tabs[next]
    if (target === undefined) return
    onChange(target.value)
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  return { onKeyDown }
}
