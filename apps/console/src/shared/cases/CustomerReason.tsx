import { Choice } from '../../app/Choice.tsx'
import { type DecidedFeature, customerText, inEveryLanguage } from '../../app/customer-text.ts'
import { nativeNames } from '@rueda/text/languages.ts'
import { say } from '../../app/words.ts'

type CustomerReasonProps<Code extends string> = Readonly<{
  feature: DecidedFeature
  /** Prefix of the keys of the reasons in the app's texts: "reason", "failed". */
  prefix: string
  reasons: readonly Code[]
  value: Code | null
  onChange: (value: Code) => void
}>

/** The reason of a refusal, chosen by its text for the customer or by its number, and shown in every language of the app. */
export function CustomerReason<Code extends string>({ feature, prefix, reasons, value, onChange }: CustomerReasonProps<Code>) {
  return (
    <div className="flex flex-col gap-3 pb-3">
      <Choice
        numbered
        label={say('decision.customerReads')}
        options={reasons}
        value={value}
        onChange={onChange}
        nameOf={(each) => customerText(feature, `${prefix}.${each}`)}
      />
      {value === null ? null : (
        <dl
          aria-label={say('decision.preview')}
          className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1.5 rounded-control bg-s2 p-3"
        >
          {inEveryLanguage(feature, `${prefix}.${value}`).map(({ spoken, text }) => (
            <div key={spoken} className="contents">
              <dt lang={spoken} className="text-meta leading-5 text-text3">
                {nativeNames[spoken]}
              </dt>
              <dd lang={spoken} className="text-label">
                {text}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
