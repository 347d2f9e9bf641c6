import { type TextLanguage, textLanguages } from '@rueda/text/keys.ts'
import { nativeNames } from '@rueda/text/languages.ts'
import { Chip } from '@rueda/ui/choices/Chip.tsx'

type LanguageChoiceProps = Readonly<{
  label: string
  value: TextLanguage
  onChange: (language: TextLanguage) => void
  /** Languages already written; they have a mark. */
  written?: readonly TextLanguage[]
}>

/** Shows all eight languages, so that none is forgotten. */
export const LanguageChoice = ({ label, value, onChange, written = [] }: LanguageChoiceProps) => (
  <div>
    <p className="pb-1.5 text-label text-text2">{label}</p>
    <div role="group" aria-label={label} className="flex flex-wrap gap-2">
      {textLanguages.map((each) => (
        <Chip key={each} selected={each === value} onPress={() => onChange(each)}>
          {written.includes(each) ? `${nativeNames[each]} ✓` : nativeNames[each]}
        </Chip>
      ))}
    </div>
  </div>
)
