import { Button } from '@rueda/ui/actions/Button.tsx'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import type { Ref } from 'react'
import { useText } from '../text/text.ts'

/** The second factor as typed: the code of the app, or one of those kept for the day the app is lost. */
export type Factor = Readonly<{ kind: 'totp' | 'recoveryCode'; value: string }>
export const NO_FACTOR: Factor = { kind: 'totp', value: '' }

const DIGITS = 6
const RECOVERY_LENGTH = 11
const HALF = 5

export const isWhole = ({ kind, value }: Factor): boolean => value.length === (kind === 'totp' ? DIGITS : RECOVERY_LENGTH)

/** As the calls take it. */
export const inputOf = ({ kind, value }: Factor): Readonly<{ totp?: string; recoveryCode?: string }> =>
  kind === 'totp' ? { totp: value } : { recoveryCode: value }

type SecondFactorFieldProps = Readonly<{
  value: Factor
  onChange: (factor: Factor) => void
  error: string | null
  /** False while the app is being set up: there is nothing to recover yet. */
  recoverable?: boolean
  ref?: Ref<HTMLInputElement>
}>

export function SecondFactorField({ value: factor, onChange, error, recoverable = true, ref }: SecondFactorFieldProps) {
  const t = useText('security')
  const isCode = factor.kind === 'totp'
  return (
    <>
      <TextField
        key={factor.kind}
        ref={ref}
        label={t(isCode ? 'code.label' : 'code.recovery')}
        name={factor.kind}
        autoFocus
        inputMode={isCode ? 'numeric' : 'text'}
        autoComplete={isCode ? 'one-time-code' : 'off'}
        most={isCode ? DIGITS : RECOVERY_LENGTH}
        value={factor.value}
        onChange={(value) => onChange({ ...factor, value: isCode ? value.replace(/\D/g, '') : written(value) })}
        helper={t(isCode ? 'code.helper' : 'code.recoveryHelper')}
        error={error}
      />
      {recoverable ? (
        <div className="-mt-1 -ml-3 pb-2">
          <Button tone="ghost" onPress={() => onChange({ kind: isCode ? 'recoveryCode' : 'totp', value: '' })}>
            {t(isCode ? 'code.useRecovery' : 'code.useApp')}
          </Button>
        </div>
      ) : null}
    </>
  )
}

/** Capitals, and the dash in its place, however it is typed or pasted. */
function written(value: string): string {
  const plain = value.toUpperCase().replace(/[^0-9A-Z]/g, '')
  return plain.length > HALF ? `${plain.slice(0, HALF)}-${plain.slice(HALF, HALF * 2)}` : plain
}
