import { type DecidedFeature, customerText, inEveryLanguage } from '../../app/customer-text.ts'
import { nativeNames } from '@rueda/text/languages.ts'
import { say } from '../../app/words.ts'

type CustomerReasonProps<Code extends string> = Readonly<{
  feature: DecidedFeature
  /** Prefix of the keys of the reasons in the app's texts: "reason", "failed". */
  prefix: string
  reasons: readonly Code[]
  value: Code | null
  onChange: (value: Code | null) => void
}>

/** The reason of a refusal, chosen by its text for the customer, and shown in every language of the app. */
export function CustomerReason<Code extends string>({ feature, prefix, reasons, value, onChange }: CustomerReasonProps<Code>) {
  return (
    <div className="flex flex-col gap-3 pb-3">
      <label className="block">
        <span className="block pb-1.5 text-label text-text2">{say('decision.customerReads')}</span>
        <select
          id="customer-reason"
          value={value ?? ''}
          onChange={(event) => onChange(reasons.find((each) => each === event.target.value) ?? null)}
          className="min-h-11 w-full rounded-control border border-line-strong bg-s2 px-3 text-row"
        >
          <option value="">{say('decision.noReason')}</option>
          {reasons.map((each) => (
            <option key={each} value={each}>
              {customerText(feature, `${prefix}.${each}`)}
            </option>
          ))}
        </select>
      </label>
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
