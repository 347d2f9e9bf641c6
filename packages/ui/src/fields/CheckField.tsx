import { Check } from 'lucide-react'
import { type ReactNode, useId } from 'react'

type CheckFieldProps = Readonly<{
  checked: boolean
  onChange: (checked: boolean) => void
  error?: string | null | undefined
  children: ReactNode
}>

/** Something agreed to. Never ticked beforehand. */
export function CheckField({ checked, onChange, error, children }: CheckFieldProps) {
  const id = useId()
  const wrong = error !== undefined && error !== null && error !== ''
  return (
    <div>
      <label
        htmlFor={id}
        className="-ml-[10px] flex min-h-11 cursor-pointer items-start gap-3 py-2.5 pl-2.5 text-label font-normal text-text2"
      >
        <span className="relative grid size-6 flex-none place-items-center">
          <input
            id={id}
            type="checkbox"
            checked={checked}
            aria-invalid={wrong}
            aria-describedby={wrong ? `${id}-note` : undefined}
            onChange={(event) => onChange(event.target.checked)}
            className="peer absolute inset-0 m-0 cursor-pointer appearance-none rounded-[7px] border border-line-strong bg-s2 checked:border-accent-fill checked:bg-accent-fill"
          />
          <Check
            aria-hidden
            size={16}
            strokeWidth={3}
            className="pointer-events-none relative text-on-accent opacity-0 peer-checked:opacity-100"
          />
        </span>
        <span className="min-w-0 flex-1">{children}</span>
      </label>
      {wrong ? (
        <p id={`${id}-note`} role="alert" className="text-meta text-danger">
          {error}
        </p>
      ) : null}
    </div>
  )
}
