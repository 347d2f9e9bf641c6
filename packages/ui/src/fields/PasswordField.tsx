import { Check, Circle, Eye, EyeOff } from 'lucide-react'
import { type Ref, useState } from 'react'
import { Field, type FieldProps, boxShape, inputShape } from './Field.tsx'
import { IconButton } from '../actions/IconButton.tsx'
import { classes } from '../look/classes.ts'
import { useUi } from '../provider/context.tsx'

export type PasswordRule = Readonly<{ label: string; met: boolean }>

type PasswordFieldProps = FieldProps &
  Readonly<{
    value: string
    onChange: (value: string) => void
    onBlur?: (() => void) | undefined
    name?: string | undefined
    /** `new-password` where one is chosen; managers and paste are always welcome. */
    autoComplete: 'current-password' | 'new-password'
    /** Shown as a list that ticks itself while typing. */
    rules?: readonly PasswordRule[] | undefined
    autoFocus?: boolean | undefined
    most?: number | undefined
    ref?: Ref<HTMLInputElement> | undefined
  }>

const MAX_PASSWORD = 128

/** A password, with a way to see it and its rules live. */
export function PasswordField({
  value,
  onChange,
  onBlur,
  name,
  autoComplete,
  rules = [],
  autoFocus = false,
  most = MAX_PASSWORD,
  ref,
  ...field
}: PasswordFieldProps) {
  const { text } = useUi()
  const [seen, setSeen] = useState(false)
  return (
    <div>
      <Field {...field}>
        {(control) => (
          <div className={boxShape(control['aria-invalid'])}>
            <input
              {...control}
              ref={ref}
              name={name}
              type={seen ? 'text' : 'password'}
              autoComplete={autoComplete}
              autoFocus={autoFocus}
              autoCapitalize="none"
              spellCheck={false}
              maxLength={most}
              value={value}
              onBlur={onBlur}
              onChange={(event) => onChange(event.target.value)}
              className={inputShape}
            />
            <IconButton label={seen ? text.hidePassword : text.showPassword} icon={seen ? EyeOff : Eye} onPress={() => setSeen(!seen)} />
          </div>
        )}
      </Field>
      {rules.length === 0 ? null : <Rules rules={rules} />}
    </div>
  )
}

function Rules({ rules }: { rules: readonly PasswordRule[] }) {
  const { text } = useUi()
  return (
    <ul className="flex flex-col gap-0.5 pb-1">
      {rules.map(({ label, met }) => (
        <li key={label} className={classes('flex items-center gap-1.5 text-meta', met ? 'text-text1' : 'text-text3')}>
          {met ? <Check aria-hidden size={14} className="text-accent" /> : <Circle aria-hidden size={14} />}
          {label}
          <span className="sr-only">({met ? text.ruleMet : text.ruleNotMet})</span>
        </li>
      ))}
    </ul>
  )
}
