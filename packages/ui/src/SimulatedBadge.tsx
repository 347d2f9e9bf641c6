import { useUi } from './context.tsx'

/** The permanent mark of a simulated market. Nothing hides it. */
export function SimulatedBadge({ label }: { label?: string | undefined }) {
  const { text } = useUi()
  return (
    <span
      title={text.simulatedWhy}
      className="flex-none rounded-pill border border-current px-2 py-0.5 text-tab whitespace-nowrap text-warn"
    >
      {label ?? text.simulated}
    </span>
  )
}
