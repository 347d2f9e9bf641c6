import { IconButton } from '@rueda/ui/actions/IconButton.tsx'
import { classes } from '@rueda/ui/look/classes.ts'
import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { useText } from '../text/text.ts'
import { Swatch } from './StudyLegend.tsx'
import { type Parameter, type Study, isStudy, nameOf, shortName, studyRules } from './studies/study.ts'
import { looksOf } from './study-look.ts'

type StudyRowProps = Readonly<{
  study: Study
  /** Its place among the lines over the prices; a pane has none. */
  order?: number
  onParameter: (parameter: number, value: number) => void
  onRemove?: () => void
}>

/** One study with the numbers it is worked out with. */
export function StudyRow({ study, order, onParameter, onRemove }: StudyRowProps) {
  const c = useText('charts')
  const look = order === undefined ? undefined : looksOf(study, order)[0]
  return (
    <li className="flex min-h-14 items-center gap-3 py-1.5">
      <span className="flex min-w-14 flex-none items-center gap-2 text-row">
        {look === undefined ? null : <Swatch look={look} />}
        {shortName(study.kind)}
      </span>
      <span className="flex min-w-0 flex-1 flex-wrap justify-end gap-1.5">
        {studyRules[study.kind].parameters.map((parameter, at) => (
          <ParameterField
            key={`${parameter.name} ${study.parameters[at]}`}
            parameter={parameter}
            value={study.parameters[at] ?? parameter.usual}
            isSound={(value) => isStudy({ ...study, parameters: study.parameters.map((each, other) => (other === at ? value : each)) })}
            onChange={(value) => onParameter(at, value)}
          />
        ))}
      </span>
      {onRemove === undefined ? null : (
        <span className="-mr-[10px]">
          <IconButton icon={X} label={c('remove', { name: nameOf(study) })} onPress={onRemove} />
        </span>
      )}
    </li>
  )
}

type ParameterFieldProps = Readonly<{
  parameter: Parameter
  value: number
  isSound: (value: number) => boolean
  onChange: (value: number) => void
}>

const MAX_DIGITS = 3

/** A whole number, accepted when the field is left or on Enter; an invalid one is replaced by the former value. */
function ParameterField({ parameter, value, isSound, onChange }: ParameterFieldProps) {
  const c = useText('charts')
  const id = useId()
  const [typed, setTyped] = useState(String(value))
  const sound = isSound(Number(typed))
  const settle = () => {
    if (sound) onChange(Number(typed))
    else setTyped(String(value))
  }
  return (
    <span className="flex flex-col gap-0.5">
      <label htmlFor={id} className="text-micro text-text3">
        {c(`parameter.${parameter.name}`)}
      </label>
      <input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        maxLength={MAX_DIGITS}
        value={typed}
        aria-invalid={!sound}
        title={c('parameter.bounds', { least: String(parameter.least), most: String(parameter.most) })}
        onChange={(event) => setTyped(event.target.value.replaceAll(/\D/gu, ''))}
        onBlur={settle}
        onKeyDown={(event) => (event.key === 'Enter' ? settle() : undefined)}
        className={classes(
          'num min-h-11 w-14 rounded-control border bg-s2 px-2 text-center text-body outline-none focus:border-accent focus:outline-2 focus:outline-focus',
          sound ? 'border-line-strong' : 'border-danger',
        )}
      />
    </span>
  )
}
