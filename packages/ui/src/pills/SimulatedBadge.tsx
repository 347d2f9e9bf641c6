import { useUi } from '../provider/context.tsx'
import { fill } from '../provider/ui-text.ts'

/** The permanent mark of a simulated market. Nothing hides it; on the narrowest screens it is short. */
export function SimulatedBadge({ label }: { label?: string | undefined }) {
  const { text, scenario } = useUi()
  return (
    <span
      title={scenario === null ? text.simulatedWhy : fill(text.scenarioWhy, { name: scenario })}
      className="flex-none rounded-pill border border-current px-2 py-0.5 text-tab whitespace-nowrap text-warn"
    >
      <span className="@max-[359px]:sr-only">{label ?? text.simulated}</span>
      <span aria-hidden className="hidden @max-[359px]:inline">
        SIM
      </span>
      {scenario === null ? null : ` · ${text.scenario}`}
    </span>
  )
}
